/** All libraries on one page: what is available, what is loaded and what has an update. */
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { LibraryBig, PencilRuler, Upload, Waypoints } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useModel } from '@/api/model'
import { formatLanguage } from '@/i18n/format'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { to } from '@/resource/address'
import { rememberList } from '@/shell/lastList'
import { useCrumbs } from '@/shell/navigation'
import { PageHeader } from '@/shell/PageHeader'
import { Button, ButtonLink } from '@/ui/Button'
import { cn } from '@/ui/cn'
import { SearchField } from '@/ui/SearchField'
import { Segments } from '@/ui/Segments'
import { Empty, Failed, Loading } from '@/ui/States'
import { DRAFTS } from '../draft/api'
import { Drafts } from '../draft/Drafts'
import { librariesQuery, STORED } from './api'
import { LibraryLine } from './LibraryLine'
import { choices, type Filter, inside, isIn, languages, matches, PARTS, type Part } from './libraries'
import { useMay } from './useLibrary'
import { isKnown } from './words'

const UploadDialog = lazy(() => import('./UploadDialog'))

const MAPPINGS = 'requirement-mapping-sets'

export default function LibraryPage() {
  const { t } = useTranslation()
  const labels = useLabels()
  const model = useModel()
  const resource = model.resources[STORED]
  const [filter, change] = useFilter()
  const query = useQuery(librariesQuery)
  const [uploading, setUploading] = useState<File | boolean>(false)
  const mayUpload = useMay('add')
  const [over, dropping] = useFileDrop(mayUpload, setUploading)
  const crumbs = useCrumbs(resource as never)
  useEffect(() => rememberList(STORED, {}), [])
  if (query.isPending) return <Loading />
  if (!query.data) return <Failed error={query.error} retry={() => void query.refetch()} />
  const all = query.data
  const wanted = all.filter(library => matches(library, filter))
  const shown = wanted.filter(library => isIn(library, filter.part))
  const narrowed = filter.words || filter.kind || filter.provider || filter.language
  const openUpload = () => setUploading(true)
  const drafts = model.resources[DRAFTS]
  const newButton = drafts?.permissions.add && !drafts.read_only && (
    <ButtonLink to={to.create(DRAFTS)} icon={<PencilRuler size={15} aria-hidden />}>
      {t('draft.new')}
    </ButtonLink>
  )
  const uploadButton = mayUpload && (
    <Button look="primary" icon={<Upload size={15} aria-hidden />} onClick={openUpload}>
      {t('library.upload')}
    </Button>
  )
  return (
    <div
      className={cn(
        'flex grow flex-col',
        over && 'outline-2 outline-accent outline-dashed -outline-offset-8',
      )}
      {...dropping}
    >
      <PageHeader
        title={resource ? labels.plural(resource) : ''}
        crumbs={crumbs}
        note={t('library.note')}
        actions={
          <>
            {model.resources[MAPPINGS] && (
              <ButtonLink
                className="max-sm:hidden"
                to={`/${MAPPINGS}`}
                icon={<Waypoints size={15} aria-hidden />}
              >
                {labels.plural(model.resources[MAPPINGS])}
              </ButtonLink>
            )}
            {newButton}
            {uploadButton}
          </>
        }
      />
      {drafts && !narrowed && filter.part === 'all' && <Drafts />}
      {all.length === 0 ? (
        <Empty title={t('library.none')} icon={<LibraryBig />}>
          <p>{t(mayUpload ? 'library.noneHelp' : 'library.noneAsk')}</p>
          <span className="flex flex-wrap justify-center gap-2">
            {newButton}
            {uploadButton}
          </span>
        </Empty>
      ) : (
        <>
          <div className="flex flex-wrap items-center gap-2 px-5 pb-3 lg:px-8">
            <Segments
              label={t('library.show')}
              value={filter.part}
              segments={PARTS.map(part => ({
                value: part,
                label: t(`library.parts.${part}`),
                count: wanted.filter(library => isIn(library, part)).length,
              }))}
              onChange={part => change({ part })}
            />
            <SearchField
              label={t('library.search')}
              value={filter.words}
              onChange={words => change({ words })}
              className="sm:max-w-72 max-sm:basis-full"
            />
            <Choice
              label={t('library.anyKind')}
              value={filter.kind}
              options={choices(all, library => inside(library).map(([kind]) => kind))
                .filter(isKnown)
                .map(kind => [kind, t(`library.kinds.${kind}`)])}
              onChange={kind => change({ kind })}
            />
            <Choice
              label={t('library.anyProvider')}
              value={filter.provider}
              options={choices(all, library => (library.provider ? [library.provider] : []))
                .sort((a, b) => a.localeCompare(b))
                .map(name => [name, name])}
              onChange={provider => change({ provider })}
            />
            <Choice
              label={t('library.anyLanguage')}
              value={filter.language}
              options={choices(all, languages).map(code => [code, formatLanguage(code)])}
              onChange={language => change({ language })}
            />
          </div>
          {shown.length === 0 ? (
            <Empty
              title={t(
                narrowed ? 'library.nothingFound' : `library.nothing.${filter.part as Exclude<Part, 'all'>}`,
              )}
              icon={<LibraryBig />}
            >
              <Button
                onClick={() => change({ part: 'all', words: '', kind: '', provider: '', language: '' })}
              >
                {t('library.showAll')}
              </Button>
            </Empty>
          ) : (
            <ul aria-label={resource && labels.plural(resource)} className="border-line border-b">
              {shown.map(library => (
                <LibraryLine key={library.id} library={library} />
              ))}
            </ul>
          )}
        </>
      )}
      {uploading && (
        <Suspense fallback={null}>
          <UploadDialog
            file={uploading instanceof File ? uploading : undefined}
            onClose={() => setUploading(false)}
          />
        </Suspense>
      )}
    </div>
  )
}

interface ChoiceProps {
  label: string
  value: string
  options: [string, string][]
  onChange: (value: string) => void
}

/** A filter with one value; it is not there when it could not tell anything apart. */
function Choice({ label, value, options, onChange }: ChoiceProps) {
  if (options.length < 2 && !value) return null
  return (
    <select
      aria-label={label}
      value={value}
      onChange={event => onChange(event.target.value)}
      className={cn(
        'control w-auto max-w-44 max-sm:max-w-none max-sm:grow max-sm:basis-36',
        value && 'border-accent font-medium',
      )}
    >
      <option value="">{label}</option>
      {options.map(([key, name]) => (
        <option key={key} value={key}>
          {name}
        </option>
      ))}
    </select>
  )
}

/** The filters are in the URL: a link shows what its sender saw. */
function useFilter(): [Filter, (change: Partial<Filter>) => void] {
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as Record<string, string | undefined>
  const part = PARTS.find(one => one === search.show) ?? 'all'
  const filter: Filter = {
    part,
    words: search.search ?? '',
    kind: search.kind ?? '',
    provider: search.provider ?? '',
    language: search.language ?? '',
  }
  const change = (change: Partial<Filter>) => {
    const { part: show, words, ...rest } = { ...filter, ...change }
    void navigate({
      to: '.',
      search: (now: Record<string, string>) => ({
        domain: now.domain,
        show: show === 'all' ? undefined : show,
        search: words || undefined,
        ...Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, value || undefined])),
      }),
      replace: true,
    } as never)
  }
  return [filter, change]
}

/** A file can be dropped anywhere on the page. */
function useFileDrop(enabled: boolean, onFile: (file: File) => void) {
  const [over, setOver] = useState(false)
  const handlers = {
    onDragOver: (event: React.DragEvent) => {
      if (!enabled || !event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: React.DragEvent) => {
      setOver(false)
      const file = event.dataTransfer.files[0]
      // What the dialog took is not taken twice.
      if (!enabled || !file || event.defaultPrevented) return
      event.preventDefault()
      onFile(file)
    },
  }
  return [over, handlers] as const
}
