import { Sessions } from './sessions'

/** How the person signs in, and where they are signed in. */
export default function SecuritySection() {
  return <Sessions />
}
