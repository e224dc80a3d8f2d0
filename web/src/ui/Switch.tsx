import { Switch as Radix } from 'radix-ui'
import { useWiring } from './Field'

export function Switch({
  checked,
  onChange,
  disabled,
  label,
  describedBy,
}: {
  checked: boolean
  onChange: (on: boolean) => void
  disabled?: boolean
  /** Names it where no field does. */
  label?: string
  describedBy?: string
}) {
  const { 'aria-required': _, 'aria-invalid': __, ...wiring } = useWiring()
  return (
    <Radix.Root
      {...(label ? { 'aria-label': label, 'aria-describedby': describedBy } : wiring)}
      checked={checked}
      onCheckedChange={onChange}
      disabled={disabled}
      className="relative h-5 w-9 shrink-0 rounded-full bg-line-strong transition-colors disabled:opacity-50 data-[state=checked]:bg-accent"
    >
      <Radix.Thumb className="block size-4 translate-x-0.5 rounded-full bg-raised shadow-sm transition-transform data-[state=checked]:translate-x-4.5" />
    </Radix.Root>
  )
}
