/** The names and addresses of generated customers and their targets. */
export const firstNames =
  'Ada Agnes Albert Alma Amos Anita Arlo Ava Barney Basil Bea Bert Betty Boris Carla Cecil Clara Clyde Cora Dana Daisy Della Denis Dora Earl Edith Edna Eli Elsa Emil Enid Ernie Esther Etta Ezra Fay Felix Flora Frank Fred Gail Gene Gerald Gilda Gus Hank Hattie Hazel Henry Homer Ida Ike Inez Iris Ivan Jake Jane Joan Joe June Karl Kate Kim Lana Leo Lila Lloyd Lois Lulu Mabel Mack Mae Max Mildred Milo Molly Myrtle Nell Nora Olaf Olga Opal Oscar Otis Otto Pam Pat Pearl Percy Polly Ralph Rita Rosa Roy Ruby Rufus Sadie Sally Seth Silas Stella Sue Ted Theo Tilda Tom Ursula Vera Vic Viola Wade Wally Wanda Wilma Yoko Zelda Zoe'.split(
    ' ',
  )

export const lastNames =
  'Abbott Acker Adams Albee Appleby Archer Babbage Baker Barlow Beasley Bixby Blake Bloom Boggs Bonner Bower Brandt Brody Brooks Buckley Burns Butterworth Cage Carver Castle Chandler Clay Cobb Coleman Cooper Crabtree Cross Dalton Darby Dawes Dexter Dobbs Drake Dunn Easton Eggers Ellis Fairbanks Farrow Featherstone Fenn Finch Fisher Flagg Foley Forbes Frost Gable Garner Gibbs Glass Goodall Gorman Gray Grubb Hale Hardy Hatch Hobbs Holt Hooper Huff Hyde Irving Jarvis Jennings Judd Keller Kemp Kirby Knox Lamb Larkin Lyle Mallory Marsh Mercer Mott Nash Newby Oakley Ogden Paige Palmer Peck Pell Pickett Piper Potts Pratt Quigley Quinn Rand Rigby Roper Sawyer Shaw Skinner Snail Sparks Stark Stiles Stubbs Tate Teague Thorne Tibbs Tucker Upton Vance Vickers Wade Walsh Webb Weeks Wexler Wilder Wolfe Yates York Zeller'.split(
    ' ',
  )

export const streets =
  'Acorn Lane|Alder Street|Birch Road|Canal Street|Cedar Court|Chestnut Avenue|Church Street|Clover Way|Dogwood Drive|Elm Street|Fern Hollow|Garden Path|Grove Street|Harbor View|Hickory Lane|Hill Road|Juniper Place|Lake Shore Drive|Laurel Avenue|Lincoln Avenue|Magnolia Drive|Main Street|Maple Avenue|Meadow Lane|Mill Road|Mulberry Street|Oak Street|Old Post Road|Orchard Way|Park Avenue|Pine Street|Poplar Court|Prospect Street|Ridge Road|River Road|Rose Lane|Spring Street|Sunset Boulevard|Walnut Street|Willow Creek Road'.split(
    '|',
  )

/** City, state, ZIP. */
export const cities = [
  ['Albany', 'NY', '12207'],
  ['Anchorage', 'AK', '99501'],
  ['Asheville', 'NC', '28801'],
  ['Austin', 'TX', '78701'],
  ['Baltimore', 'MD', '21201'],
  ['Bend', 'OR', '97701'],
  ['Billings', 'MT', '59101'],
  ['Boise', 'ID', '83702'],
  ['Boulder', 'CO', '80302'],
  ['Burlington', 'VT', '05401'],
  ['Charleston', 'SC', '29401'],
  ['Chicago', 'IL', '60601'],
  ['Dayton', 'OH', '45402'],
  ['Des Moines', 'IA', '50309'],
  ['Duluth', 'MN', '55802'],
  ['Elko', 'NV', '89801'],
  ['Fargo', 'ND', '58102'],
  ['Flagstaff', 'AZ', '86001'],
  ['Fresno', 'CA', '93721'],
  ['Honolulu', 'HI', '96813'],
  ['Jackson', 'MS', '39201'],
  ['Joplin', 'MO', '64801'],
  ['Kalamazoo', 'MI', '49007'],
  ['Knoxville', 'TN', '37902'],
  ['Lincoln', 'NE', '68508'],
  ['Madison', 'WI', '53703'],
  ['Miami', 'FL', '33139'],
  ['Mobile', 'AL', '36602'],
  ['Newark', 'NJ', '07102'],
  ['Paducah', 'KY', '42001'],
  ['Peoria', 'IL', '61602'],
  ['Portland', 'ME', '04101'],
  ['Reno', 'NV', '89501'],
  ['Roanoke', 'VA', '24011'],
  ['Salem', 'MA', '01970'],
  ['Santa Fe', 'NM', '87501'],
  ['Spokane', 'WA', '99201'],
  ['Springfield', 'OR', '97477'],
  ['Tulsa', 'OK', '74103'],
  ['Wichita', 'KS', '67202'],
] as const

/** Messages in parcels. */
export const parcelNotes = [
  'Guess who?',
  'You know what you did.',
  'With love from nobody you know.',
  'Happy birthday, you old sock.',
  'This is what you get for beating me at darts.',
  'Thinking of you. Constantly.',
  'Please do not call the police, it is only glitter.',
]

/** Messages of the contact form: subject, message. */
export const messages = [
  ['Where is my parcel?', 'I ordered a week ago and my target has not said a word. Is it on its way?'],
  ['Wrong address', 'I mistyped the street of my target. Can you still change it?\nIt should be number 12.'],
  ['Cancel my order', 'I had second thoughts. Please cancel it, if it has not left yet.'],
  ['Do you ship to Canada?', 'My best enemy has moved to Toronto. Is there any way?'],
  ['Best thing ever', 'She still finds glitter in the car. Thank you, thank you, thank you.'],
  ['My card was declined', 'It worked everywhere else today. What can I do?'],
  ['Change my plan', 'I want five pranks a month from now on. Do I really have to cancel first?'],
  ['Is it anonymous?', 'Will my name be on the parcel, on the receipt, or anywhere at all?'],
  ['Refund', 'The potato had sprouted. I would like my money back, or a better potato.'],
  ['Bulk order', 'We are forty colleagues with one boss. Is there a discount for that?'],
] as const
