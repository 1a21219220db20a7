/**
 * The first alternative is kept: keycaps, flags of regions, and emoji with their variation selectors, skin tones and
 * joiners. The second is also kept: joiners between letters of scripts that use them (Arabic to Sinhala, Myanmar, Khmer,
 * Mongolian). The third is removed: every other format character, variation selector, filler and blank, and halves of
 * surrogate pairs.
 */
const invisible =
  /([#*0-9]\uFE0F\u20E3|\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{1,6}\u{E007F}|\p{Extended_Pictographic}(?:[\uFE0E\uFE0F]|\p{Emoji_Modifier})?(?:\u200D\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?){0,4}|(?<=[\u0600-\u0DFF\u1000-\u109F\u1780-\u18AF])(?!(?<=\p{M}).\p{M})[\u200C\u200D](?=[\u0600-\u0DFF\u1000-\u109F\u1780-\u18AF]))|[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Cs}\u2800]/gu

/** Accents without a letter in front of them. */
const strayMarks = /(^|\s)[\p{M}\u200C\u200D]+/gu

/** No language uses more than four accents on one composed letter; further accents only cover other lines. */
const stackedMarks = /(\p{M}{4})\p{M}+/gu

/**
 * Normalizes text to what people see: composed (NFC), without invisible characters, and with at most four accents on a
 * letter. A text that contains only invisible characters becomes empty. Idempotent: it repeats until nothing changes,
 * because composing can move an accent between a letter and its joiner.
 */
export function visibleText(text: string): string {
  for (let before = text; ; ) {
    const shown = before
      .replace(invisible, '$1')
      .normalize('NFC')
      .replace(strayMarks, '$1')
      .replace(stackedMarks, '$1')
    if (shown === before) return shown
    before = shown
  }
}
