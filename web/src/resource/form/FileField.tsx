/** Files for an action, chosen from the machine. */
import type { FilePart } from '@/api/model'
import { useLabels } from '@/i18n/labels'
import { FormField, useWiring } from '@/ui/Field'

interface Props {
  part: FilePart
  errors?: string[]
  onFiles: (files: File[]) => void
}

export function FileField({ part, errors, onFiles }: Props) {
  const labels = useLabels()
  return (
    <FormField
      label={labels.part(part.name)}
      help={labels.sentence(part.help)}
      required={part.required}
      errors={errors}
    >
      <Chooser part={part} onFiles={onFiles} />
    </FormField>
  )
}

function Chooser({ part, onFiles }: Pick<Props, 'part' | 'onFiles'>) {
  return (
    <input
      {...useWiring()}
      type="file"
      required={part.required}
      multiple={part.most !== 1}
      accept={part.media_types.join(',')}
      onChange={event => onFiles([...(event.target.files ?? [])])}
      className="block w-full text-ink-soft file:mr-3 file:cursor-pointer file:rounded-md file:border file:border-line-strong file:bg-raised file:px-3 file:py-1.5 file:text-ink"
    />
  )
}
