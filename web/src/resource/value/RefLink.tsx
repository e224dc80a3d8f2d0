import { Link } from '@tanstack/react-router'
import { useRowTab } from '@/ui/table/InRow'
import { to } from '../address'

/** The name of an object, linked to it if the reader may see it. */
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
