import { Appearance } from './appearance'
import { FormatsForm } from './formats-form'

/** How Sheaf looks and writes for the person. */
export default function PreferencesSection() {
  return (
    <div className="flex flex-col gap-6">
      <Appearance />
      <FormatsForm />
    </div>
  )
}
