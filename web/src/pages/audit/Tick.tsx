/** A box to tick in a line of the list. With Shift, it takes everything since the last one along. */
interface Props {
  label: string
  state: 'all' | 'some' | 'none'
  onTick: (on: boolean, range: boolean) => void
}

export function Tick({ label, state, onTick }: Props) {
  return (
    <input
      type="checkbox"
      aria-label={label}
      checked={state === 'all'}
      ref={box => {
        if (box) box.indeterminate = state === 'some'
      }}
      onClick={event => event.stopPropagation()}
      onChange={event => onTick(event.target.checked, (event.nativeEvent as MouseEvent).shiftKey === true)}
      className="size-4 shrink-0 accent-accent max-sm:size-5"
    />
  )
}
