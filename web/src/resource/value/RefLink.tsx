import { Link } from '@tanstack/react-router'
import { useRowTab } from '@/ui/table/InRow'
import { to } from '../address'

/** What an object is called, leading to it where that may be seen. */
export function RefLink({ path, value }: { path?: string; value: { id?: string | null; str: string } }) {
  const tabIndex = useRowTab()
  if (!path || !value.id) return <span>{value.str}</span>
  return (
    <Link
      to={to.item(path, value.id)}
      tabIndex={tabIndex}
      className="rounded-sm text-accent-text underline-offset-3 hover:underline"
      title={value.str}
    >
      {value.str}
    </Link>
  )
}
