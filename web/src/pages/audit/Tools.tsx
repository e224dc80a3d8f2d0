/** What narrows the list down: words, implementation group, result, person, stale evidence. */
import { ListChecks, ListFilter, ListTree, TriangleAlert } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { formatNumber } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { isFree } from '@/shell/keys/keys'
import { Button } from '@/ui/Button'
import { cn } from '@/ui/cn'
import { Menu } from '@/ui/Menu'
import { SearchField } from '@/ui/SearchField'
import { Segments } from '@/ui/Segments'
import { People } from './assign/People'
import { counts, RESULTS, type Result } from './model/tree'
import { ResultMark, useResultWords } from './ResultMark'
import { useSearchState } from './usePage'
import { useWork } from './work'

const MOST_GROUPS = 6

export function Tools({ onSections }: { onSections: () => void }) {
  const { t } = useTranslation()
  const words = useResultWords()
  const { nodes, selecting, setSelecting, editable, mayAssign } = useWork()
  const [search, set] = useSearchState()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || !isFree(event)) return
      event.preventDefault()
      place.current?.querySelector('input')?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  const stale = useMemo(() => nodes.filter(node => counts(node) && node.stale).length, [nodes])
  const result = RESULTS.find(one => one === search.result)
  return (
    <div ref={place} className="flex flex-wrap items-center gap-2 px-5 py-2.5 lg:px-8">
      <Button
        className="min-[1180px]:hidden max-sm:h-11"
        icon={<ListTree size={15} aria-hidden />}
        onClick={onSections}
      >
        {t('audit.sections')}
      </Button>
      <SearchField
        label={t('audit.find')}
        value={search.find ?? ''}
        calm
        onChange={find => set({ find: find || undefined })}
        className="max-w-60"
      />
      <Groups />
      <Menu
        align="start"
        items={[
          { label: t('audit.anyResult'), checked: !result, run: () => set({ result: undefined }) },
          null,
          ...RESULTS.map((one: Result) => ({
            label: words.full(one),
            icon: <ResultMark result={one} />,
            checked: one === result,
            run: () => set({ result: one }),
          })),
        ]}
      >
        <Button
          look="quiet"
          className={cn(result && 'bg-hover text-ink')}
          icon={<ListFilter size={15} aria-hidden />}
        >
          {result ? words.full(result) : t('audit.anyResult')}
        </Button>
      </Menu>
      <People />
      {selecting || !(editable || mayAssign) ? null : (
        <Button
          look="quiet"
          icon={<ListChecks size={15} aria-hidden />}
          onClick={() => setSelecting(true)}
          className="max-[1180px]:sm:px-2"
        >
          <span className="max-[1180px]:sm:sr-only">{t('audit.selectMany')}</span>
        </Button>
      )}
      {(stale > 0 || search.stale) && (
        <Button
          look="quiet"
          aria-pressed={search.stale === 'yes'}
          title={t('audit.withStale', { count: stale })}
          className={cn('ml-auto text-warn hover:text-warn', search.stale === 'yes' && 'bg-warn-soft')}
          icon={<TriangleAlert size={15} aria-hidden />}
          onClick={() => set({ stale: search.stale === 'yes' ? undefined : 'yes' })}
        >
          <span className="max-[1180px]:sm:sr-only">{t('audit.withStale', { count: stale })}</span>
          <span aria-hidden className="tabular hidden max-[1180px]:sm:inline">
            {formatNumber(stale)}
          </span>
        </Button>
      )}
    </div>
  )
}

function Groups() {
  const { t } = useTranslation()
  const { audit, nodes } = useWork()
  const [search, set] = useSearchState()
  const groups = audit.framework.implementation_groups_definition ?? []
  const sizes = useMemo(() => {
    const own = nodes.filter(counts)
    return {
      all: own.length,
      of: (group: string) => own.filter(node => node.implementation_groups?.includes(group)).length,
    }
  }, [nodes])
  const inScope = groups.filter(group => sizes.of(group.ref_id) > 0)
  if (inScope.length < 2) return null
  const segments = [
    ...inScope.map(group => ({ value: group.ref_id, label: group.ref_id, count: sizes.of(group.ref_id) })),
    { value: '', label: t('common.all'), count: sizes.all },
  ]
  const choose = (group: string) => set({ group: group || undefined })
  if (inScope.length <= MOST_GROUPS)
    return (
      <div className="max-sm:hidden">
        <Segments
          label={t('audit.groups')}
          value={search.group ?? ''}
          segments={segments}
          onChange={choose}
        />
      </div>
    )
  return (
    <Menu
      align="start"
      items={segments.map(({ value, label, count }) => ({
        label,
        hint: formatNumber(count),
        checked: value === (search.group ?? ''),
        run: () => choose(value),
      }))}
    >
      <Button look="quiet">{search.group || t('audit.groups')}</Button>
    </Menu>
  )
}
