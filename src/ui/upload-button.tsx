import { Upload } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '@/ui/button'

interface UploadButtonProps {
  label: string
  /** What the field for the file is called. */
  fileLabel: string
  /** Types and endings of the files that are offered; the receiver checks them. */
  accept: string
  onFile(file: File): Promise<void>
}

/** Asks for a file. The same one can be chosen again, as it may have changed. */
export function UploadButton({ label, fileLabel, accept, onFile }: UploadButtonProps) {
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button size="sm" onClick={() => picker.current?.click()}>
        <Upload aria-hidden />
        {label}
      </Button>
      <input
        ref={picker}
        type="file"
        hidden
        aria-label={fileLabel}
        accept={accept}
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) void onFile(file)
        }}
      />
    </>
  )
}
