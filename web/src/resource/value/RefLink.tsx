import { Link } from '@tanstack/react-router'
import { labels } from '@/i18n/labels'
import { useRowTab } from '@/ui/table/InRow'
import { to } from '../address'

/** The name of an object, linked to it if the reader may see it. */
export function RefLink({ path, value }: { path?: string; value: { id?: string | null; str: string } }) {
  const tabIndex = useRowTab()
  const name = path ? labels.known(path, value.str) : value.str
  if (!path || !value.id) return <span>{name}</span>
  return (
    <Link
      to={to.item(path, value.id)}
      tabIndex={tabIndex}
      className="rounded-sm text-accent-text underline-offset-3 hover:underline"
      title={name}
    >
      {name}
    </Link>
  )
}
