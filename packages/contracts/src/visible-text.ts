/**
 * First alternative, kept as it is: keycaps, flags of regions, and emoji with their variation selectors, skin tones
 * and joiners. Second, kept too: joiners between letters of scripts that are written with them (Arabic to Sinhala,
 * Myanmar, Khmer, Mongolian). Third, removed: every other format character, variation selector, filler and blank, and
 * halves of surrogate pairs.
 */
const invisible =
  /([#*0-9]\uFE0F\u20E3|\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{1,6}\u{E007F}|\p{Extended_Pictographic}(?:[\uFE0E\uFE0F]|\p{Emoji_Modifier})?(?:\u200D\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?){0,4}|(?<=[\u0600-\u0DFF\u1000-\u109F\u1780-\u18AF])(?!(?<=\p{M}).\p{M})[\u200C\u200D](?=[\u0600-\u0DFF\u1000-\u109F\u1780-\u18AF]))|[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Cs}\u2800]/gu

/** Accents that have no letter in front of them. */
const strayMarks = /(^|\s)[\p{M}\u200C\u200D]+/gu

/** No language puts more accents on one letter, once they are composed: what follows only covers other lines. */
const stackedMarks = /(\p{M}{4})\p{M}+/gu

/**
 * Text as people see it: composed (NFC), without characters that are not seen, and with at most four accents on a
 * letter. A text of nothing but such characters becomes empty. The result of a result is the same.
 */
export function visibleText(text: string): string {
  return text.replace(invisible, '$1').normalize('NFC').replace(strayMarks, '$1').replace(stackedMarks, '$1')
}
