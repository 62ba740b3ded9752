import { Appearance } from './appearance'

/** How Sheaf looks and speaks to the person. */
export default function PreferencesSection() {
  return <Appearance />
}
