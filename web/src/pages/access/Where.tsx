import { useDomains } from '@/api/domains'
import { labels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import type { Grant } from './grants'

/** The domains of a grant, in words: “everywhere”, “Retail banking and its subdomains”. */
export function useWhere(): (grant: Pick<Grant, 'folders' | 'recursive'>) => string {
  const { t } = useTranslation()
  const root = useDomains().uuid
  return ({ folders, recursive }) => {
    if (folders.length === 0) return t('access.nowhere')
    if (folders.some(folder => folder.id === root))
      return t(recursive ? 'access.everywhere' : 'access.onlyTop')
    const names = folders.map(folder => folder.str).join(', ')
    return recursive ? t('access.andBelow', { names }) : names
  }
}

/** A grant in a few letters, for a table cell. */
export function GrantChip({ grant }: { grant: Grant }) {
  const where = useWhere()
  return (
    <span className="inline-flex min-w-0 max-w-full items-center gap-1 truncate rounded-full bg-sunken px-2 py-0.5 text-xs">
      <span className="font-medium">{labels.known('roles', grant.role.str)}</span>
      <span className="min-w-0 truncate text-ink-soft">{where(grant)}</span>
    </span>
  )
}
