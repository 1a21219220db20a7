import type { ScreeningKind } from '@prankpost/contracts'

type Place = Extract<ScreeningKind, 'school' | 'clinic' | 'workplace'>

const streets =
  'street|st|avenue|ave|av|road|rd|drive|dr|lane|ln|boulevard|blvd|court|ct|circle|cir|way|place|pl|terrace|ter|parkway|pkwy|highway|hwy|trail|trl|loop|row|square|sq|hill|hills|heights|hts|alley|crossing|run|path|pike|plaza|park|point|pt|ridge|view|grove|creek|bend'

/** Words of places that are also names of streets (`12 Hospital Dr`): these are no such place. */
const words: Record<Place, RegExp> = {
  school:
    /\b(?:schools?|elementary|kindergarten|preschool|pre-?k|day ?care|child ?care|montessori|academy|college|university|univ|campus|dorm|dorms|dormitory|residence hall|sorority|fraternity|middle sch|high sch|isd|classroom|homeroom|(?:1st|2nd|3rd|[4-9]th|1[0-2]th|first|second|third|fourth|fifth) grade|head start|learning center|after school|seminary|cheer camp|summer camp)\b/,
  clinic:
    /\b(?:hospital|hosp|clinic|clinics|medical|med (?:center|ctr)|health (?:center|ctr|care|system)|healthcare|urgent care|emergency (?:room|dept|department)|nursing (?:home|center)|hospice|rehab|rehabilitation|pharmacy|dental|dentistry|dentist|orthodontics|pediatrics?|surgery|surgical|oncology|cardiology|dialysis|assisted living|senior living|memory care|care home|psychiatric|infirmary|maternity|icu|physicians?|veterinary|vet clinic|blood bank|va medical)\b/,
  workplace:
    /\b(?:inc|incorporated|llc|llp|ltd|corp|corporation|company|office|offices|hq|headquarters|dept|department|attn|attention|human resources|hr(?!\.)|mail ?room|front desk|reception|receptionist|warehouse|factory|store|bank|credit union|hotel|motel|restaurant|police|sheriff|precinct|court ?house|fire (?:station|dept|department)|city hall|town hall|state capitol|church|temple|mosque|synagogue|library|salon|barber shop|gym|fitness|law (?:firm|offices?)|realty|insurance|brewery|bakery|cafe|dealership|auto (?:body|parts|repair)|suite|ste|workplace|employer|loading dock|cubicle|industries|enterprises|associates|partners|consulting|logistics|technologies|solutions|group|agency|studio tour|mall|airport|military base|barracks|embassy|consulate|prison|jail|correctional)\b/,
}

/** Words that are a place in a line of an address, but a person's name in the first line. */
const surnames = /\b(?:temple|church|bank|store|college|mall|library|dentist|partners|group)\b/g
const streetName = new RegExp(
  `\\b(?:[a-z]+ )?(?:[a-z]+)(?: [a-z]+)? (?:${streets})\\b(?! (?:elementary|school|clinic|hospital|academy|college|university))`,
  'g',
)
/** `University Heights Apt 4`: where people live. */
const homes =
  /\b(?:university|college|campus|academy|hospital|school|church|mill) (?:apts?|apartments?|heights|village|homes|towers|manor|commons)\b/g

/** The kinds of places that the lines of an address name. */
export function placesIn({ name, lines }: { name: string; lines: string[] }): Place[] {
  const isPerson = /^[a-z.'-]+(?: [a-z.'-]+){0,2}$/.test(name)
  const texts = [
    isPerson ? name.replace(surnames, '') : name,
    ...lines.map((line) =>
      line
        .replace(/[.,#]/g, ' ')
        .replace(/\s+/g, ' ')
        .replace(homes, '')
        .replace(
          /^(\s*\d+[a-z]?(?:-\d+)? )(.*)$/,
          (_, number: string, rest: string) => number + rest.replace(streetName, ''),
        ),
    ),
  ]
  return (Object.keys(words) as Place[]).filter((place) => texts.some((text) => words[place].test(text)))
}
