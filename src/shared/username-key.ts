/** Letters that look like a Latin one (Unicode TR 39, the lower case of Greek and Cyrillic), each before its likeness. */
const LOOK_ALIKES = new Map(
  'аa сc ԁd еe һh іi ıi јj ӏl оo рp ԛq ѕs ѵv ԝw хx уy αa ιi κk νv οo ρp τt υu χx ɡg ɑa ℓl 0o 1l'
    .split(' ')
    .map((pair) => [...pair] as [string, string]),
)

/** No username is longer; marks on a letter are put in order, which takes time by the square of their number. */
const LONGEST = 200

/**
 * What two usernames that pass for one another have in common: two people never have the same. Separators count for
 * nothing, letters and digits that look alike for one. It is stored (`user.usernameKey`): a change here needs a
 * migration.
 */
export function usernameKey(username: string): string {
  const letters = username
    .slice(0, LONGEST)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[._-]/g, '')
    .replace(/./gu, (letter) => LOOK_ALIKES.get(letter) ?? letter)
  return letters.replace(/rn/g, 'm').replace(/vv/g, 'w')
}
