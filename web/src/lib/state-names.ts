import type { usStates } from '@prankpost/contracts/us-states'

type StateCode = (typeof usStates)[number]

interface StateGroup {
  label: string
  states: Partial<Record<StateCode, string>>
}

/** The list of states in address forms: every code of the contract with its name, in groups, by code. */
export const stateGroups: StateGroup[] = [
  {
    label: 'States',
    states: {
      AK: 'Alaska',
      AL: 'Alabama',
      AR: 'Arkansas',
      AZ: 'Arizona',
      CA: 'California',
      CO: 'Colorado',
      CT: 'Connecticut',
      DC: 'District of Columbia',
      DE: 'Delaware',
      FL: 'Florida',
      GA: 'Georgia',
      HI: 'Hawaii',
      IA: 'Iowa',
      ID: 'Idaho',
      IL: 'Illinois',
      IN: 'Indiana',
      KS: 'Kansas',
      KY: 'Kentucky',
      LA: 'Louisiana',
      MA: 'Massachusetts',
      MD: 'Maryland',
      ME: 'Maine',
      MI: 'Michigan',
      MN: 'Minnesota',
      MO: 'Missouri',
      MS: 'Mississippi',
      MT: 'Montana',
      NC: 'North Carolina',
      ND: 'North Dakota',
      NE: 'Nebraska',
      NH: 'New Hampshire',
      NJ: 'New Jersey',
      NM: 'New Mexico',
      NV: 'Nevada',
      NY: 'New York',
      OH: 'Ohio',
      OK: 'Oklahoma',
      OR: 'Oregon',
      PA: 'Pennsylvania',
      RI: 'Rhode Island',
      SC: 'South Carolina',
      SD: 'South Dakota',
      TN: 'Tennessee',
      TX: 'Texas',
      UT: 'Utah',
      VA: 'Virginia',
      VT: 'Vermont',
      WA: 'Washington',
      WI: 'Wisconsin',
      WV: 'West Virginia',
      WY: 'Wyoming',
    },
  },
  {
    label: 'Territories',
    states: {
      AS: 'American Samoa',
      FM: 'Micronesia',
      GU: 'Guam',
      MH: 'Marshall Islands',
      MP: 'Northern Mariana Islands',
      PR: 'Puerto Rico',
      PW: 'Palau',
      VI: 'US Virgin Islands',
    },
  },
  {
    label: 'Military mail',
    states: { AA: 'Armed Forces Americas', AE: 'Armed Forces Europe', AP: 'Armed Forces Pacific' },
  },
]
