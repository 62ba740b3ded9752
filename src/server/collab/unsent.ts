import { UNSENT_BYTES } from './socket'

/** What may wait to be sent on all sockets of a person, and of everybody, in bytes. */
const OF_PERSON = 2 * UNSENT_BYTES
const OF_ALL = 8 * UNSENT_BYTES

interface Sending {
  /** Bytes that its reader has not taken. */
  unsent: number
  caller: { user: { id: string } }
}

/**
 * The sockets to be ended so that nobody makes the server keep too much for readers who take nothing, however many sockets they have: the
 * largest of who has too much, and then of the person who has the most, until what is left is within bounds.
 */
export function tooMuchUnsent<S extends Sending>(sockets: Iterable<S>): S[] {
  const ofPerson = Map.groupBy(
    [...sockets].filter(({ unsent }) => unsent > 0),
    ({ caller }) => caller.user.id,
  )
  const people = [...ofPerson.values()].map((own) => ({
    largestLast: own.sort((a, b) => a.unsent - b.unsent),
    bytes: own.reduce((sum, { unsent }) => sum + unsent, 0),
  }))
  const ending: S[] = []
  let all = people.reduce((sum, { bytes }) => sum + bytes, 0)
  const endLargestOf = (person: (typeof people)[number]) => {
    const socket = person.largestLast.pop()
    if (!socket) return
    ending.push(socket)
    person.bytes -= socket.unsent
    all -= socket.unsent
  }
  for (const person of people) while (person.bytes > OF_PERSON) endLargestOf(person)
  while (all > OF_ALL) endLargestOf(people.reduce((most, one) => (one.bytes > most.bytes ? one : most)))
  return ending
}
