import { phrase } from './phrase.ts'

/** Phrases that push a person to hurt themselves. */
export const selfHarm = [
  '(kill|hang|shoot|drown|stab|hurt|harm|off|poison|unalive|cut|starve) (yourself|urself|your self)(?! (a|an|some|another|on the|out a|into shape))',
  '(kys|k y s)',
  '(suicide|suicidal|self harm)(?! squad)',
  'end (your life|it all|your own life|your pathetic life|your misery)',
  '(take|taking) your (own)? life',
  '(slit|cut) your (own)? wrists',
  '(jump|leap|throw yourself) (off|from|in front of|under|out of) (a|the|your)? (bridge|roof|cliff|building|train|bus|window|balcony|overpass|ledge)',
  '(drink|swallow|eat|take) (some|the|a bottle of|all your|the whole bottle of|all the)? (bleach|antifreeze|drain cleaner|rat poison|pills|sleeping pills)',
  '(overdose|od on)',
  '(better off|happier|better) (if you were|with you|you being|once you are|when you are|without you)? (dead|gone forever|without you)',
  '(world|everyone|family|we|they|life) (would|will|is|are|be|would all be) <2> (better|happier|better off|best off) without you',
  '(nobody|no one|noone) (would|will|is going to|is gonna) ((miss|mourn|cry for) (you|u)|come to your funeral|(care|notice) if you (die|died|are gone|were gone|disappeared))',
  '(do) (everyone|us all|the world|us|yourself) a favor and (die|end|jump|disappear forever|never wake up|stop breathing|stop existing)',
  '(just|please|go|why dont you) (die|stop existing|stop breathing|go die|never wake up)(?! (laughing|of laughter|of boredom|for|hard|my hair))',
  '(never have been|never been|shouldnt have been|should not have been|wish you were never|wasnt worth being) born',
  '(the|a|your) (razor|razors|razor blade|noose|rope|pills|bleach) (is|are) <1> (in|on|under|over|waiting|ready)',
  '(tie|find|get|buy) (a|the|yourself a) noose',
  '(stop|quit) eating <2> (you)? (fat|pig|until you)',
  'starve (yourself|to death)',
].map(phrase)

/** Phrases that insult a group of people, next to the words of the library. */
export const slurs = [
  '(spic|spics|wetback|wetbacks|gook|gooks|raghead|ragheads|towelhead|towelheads|sand nigger|camel jockey|beaner|beaners|zipperhead|coons|porch monkey|jigaboo|pickaninny|redskin|redskins|squaw|shylock|heeb|hymie|faggot|faggots|faggy|lezzo|shemale|ladyboy|troon|mongoloid|mong|cripple|gimp|paki|pakis|jap|japs|nips|dago|wop|polack)(?! and span)',
  '(go|get) back to (your (own)? country|africa|mexico|china|india|where you came from|the jungle)',
  '(white power|white pride|heil hitler|sieg heil|hail hitler|gas the|blood and soil|race traitor|ku klux|kkk|master race|subhuman|sub human|untermensch)',
  '(dirty|filthy|stupid|damn|greedy|fucking|lazy|ugly) (jew|jews|arab|arabs|mexican|mexicans|muslim|muslims|black|blacks|asian|asians|immigrant|immigrants|indian|indians|gay|gays|gypsy|gypsies|chinese|queer|queers|cripple|homo|homos|trans)',
  '(all|you) (jews|arabs|mexicans|muslims|blacks|asians|immigrants|gays|gypsies|queers|homos) (are|should|must|belong|need|ruin|out)',
  '(thats so gay|you are so gay|youre so gay|so gay it)',
  'hitler was right',
  '(act|walk|talk|look) like a (homo|fairy|black|jew|gay|mexican)',
].map(phrase)

const grade = '(first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh)'

/** Phrases that tell that the recipient is a child, or that are about children in a way that a person must read. */
export const minors = [
  `(in|into|start|starts|starting|started|your|finish|finishing|finished|from|of|survive|surviving|survived|pass|passing|passed) ${grade} grade(?! (humor|joke|jokes|was|called|math))`,
  `${grade} grader(?! (could|humor|would))`,
  '(kindergarten|kindergartner|preschool|preschooler|pre k|daycare|middle school|elementary school|grade school|junior high|middle schooler|high schooler|high school) (class|teacher|student|girl|boy|kid|bully|bullies|freshman|sophomore|senior|dance|tomorrow|today|next week|this fall|starts|again|friends)',
  '(see you|fun|good luck|hello) (at|in|to) (kindergarten|preschool|daycare|recess|elementary|middle school|high school|homeroom|cheer camp|prom)',
  '(schoolgirl|schoolboy|school girl|school boy|jailbait|jail bait|underage|under age|loli|lolita|barely legal|tween)',
  '(pedo|pedos|pedophile|pedophiles|paedo|paedophile|child molester|molest|molester|molested|kiddie porn|child porn|groomer|kid toucher|child toucher)',
  '(touch|touched|touching|watch|watching|follow|following|take|taking|grab|sexy|hot|cute little) <1> (little|young|your|the) (girl|girls|boy|boys|kids|children|daughter|son)',
  '(your|my|our) ((little|baby|young|youngest|teenage|teen|toddler) (girl|boy|daughter|son|child|grandson|granddaughter|niece|nephew)|(teenage|teen) (sister|brother|cousin))',
  'sweet sixteen',
  '(turning|turned|turns|youre|you are|finally|now) (only)? (five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen)(?! (feet|minutes|hours|percent|times|days|weeks|months|pounds|years (late|older|behind)|of|inches|miles|oclock|on a scale|in dog))',
  '(after school|before your mom|ask your mom|ask your parents|your mommy|when mom and dad|your homework|your teacher|your crossing guard|your babysitter)(?! (is so))',
  '(dont|do not|never) tell your (parents|mom|dad|mommy|teacher)',
].map(phrase)

const childAge = '(?:[1-9]|1[0-7])'
/** The same with ages in digits, for `plainText`. Children as a comparison (`like a 5 year old`) are jokes. */
export const minorAges = [
  new RegExp(
    `(?<!(?:like|than|of) (?:an? )?(?:\\w+ )?)\\b${childAge}[- ]*(?:years?|yrs?|y/?o)\\b[- ]*(?:old )?(?:girl|boy|kid|child|son|daughter|old\\b)`,
  ),
  new RegExp(`\\b(?:happy|your|you're|big|the) (?:big )?${childAge}(?:st|nd|rd|th) (?:birthday|b-?day)`),
  new RegExp(
    `\\b(?:turning|turned|turns|you are|you're|finally) (?:only )?${childAge}\\b(?! ?(?:feet|minutes|min|hours|%|percent|times|days|weeks|months|pounds|lbs|years late|of|/|inches|miles|in dog|on a scale|out of|o'clock|pm|am|[.:]\\d))`,
  ),
  /\b(?:[1-9]|1[01])(?:st|nd|rd|th)[- ]grade(?:r|rs)?\b(?! (?:humor|jokes?|math))/,
]
