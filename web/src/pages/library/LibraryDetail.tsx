/** The page of a library: what it is and what is inside, before it is loaded and after. */
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { useModel } from '@/api/model'
import { formatDate, formatLanguage } from '@/i18n/format'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { to } from '@/resource/address'
import { NotFound } from '@/resource/ResourcePage'
import { PageHeader } from '@/shell/PageHeader'
import { Button } from '@/ui/Button'
import { Menu } from '@/ui/Menu'
import { Failed, Loading } from '@/ui/States'
import { Text } from '../requirements/Text'
import { librariesQuery, STORED } from './api'
import Contents from './Contents'
import { type Library, languages, needs } from './libraries'
import { MainAction, StateBadge } from './MainAction'
import { Missing, useLibrary } from './useLibrary'
import { insideWords } from './words'

export default function LibraryDetail() {
  const { id } = useParams({ strict: false }) as { id: string }
  const query = useQuery(librariesQuery)
  if (query.isPending) return <Loading />
  if (!query.data) return <Failed error={query.error} retry={() => void query.refetch()} />
  const library = query.data.find(one => one.id === id || one.urn === id)
  return library ? <Detail library={library} all={query.data} /> : <NotFound />
}

function Detail({ library, all }: { library: Library; all: Library[] }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const resource = useModel().resources[STORED]
  const navigate = useNavigate()
  const deeds = useLibrary(library, () => void navigate({ to: to.list(STORED) }))
  const { also, missing } = needs(library, all)
  const menu = deeds.menu.filter(Boolean)
  return (
    <>
      <PageHeader
        title={library.name}
        crumbs={[{ label: resource ? labels.plural(resource) : '', to: to.list(STORED) }]}
        actions={
          <>
            <MainAction library={library} deeds={deeds} prominent />
            {menu.length > 0 && (
              <Menu items={menu}>
                <Button icon={<Ellipsis size={17} />} label={t('common.more')} />
              </Menu>
            )}
          </>
        }
      >
        <ul
          aria-label={t('detail.facts')}
          className="flex min-h-7 flex-wrap items-center gap-x-4 gap-y-1.5 text-sm"
        >
          {library.is_loaded && (
            <li>
              <StateBadge library={library} />
            </li>
          )}
          <li>{insideWords(t, library)}</li>
          {library.provider && <li className="text-ink-soft">{library.provider}</li>}
          <li className="text-ink-soft">{t('library.version', { version: library.version })}</li>
          {library.publication_date && (
            <li className="text-ink-soft">
              {t('library.published', { date: formatDate(library.publication_date) })}
            </li>
          )}
          {library.ref_id && <li className="text-ink-faint max-sm:hidden">{library.ref_id}</li>}
        </ul>
      </PageHeader>
      <div className="flex max-w-[100rem] flex-col gap-6 border-line border-t px-5 pt-5 pb-10 lg:px-8">
        {library.description && (
          <div className="max-w-[66ch]">
            <Text text={library.description} />
          </div>
        )}
        {!library.is_loaded && also.length > 0 && (
          <p className="text-sm">
            <span className="font-medium">{t('library.alsoShort')}</span>{' '}
            {also.map(one => one.name).join(', ')}
          </p>
        )}
        {!library.is_loaded && missing.length > 0 && <Missing urns={missing} />}
        <Contents library={library} />
        <About library={library} />
      </div>
      {deeds.dialog}
    </>
  )
}

/** What few need, in one quiet line at the end. */
function About({ library }: { library: Library }) {
  const { t } = useTranslation()
  const facts: [string, ReactNode][] = [
    [t('library.about.languages'), languages(library).map(formatLanguage).join(', ')],
    [t('library.about.packager'), library.packager],
    [t('library.about.copyright'), library.copyright],
    [t('library.about.urn'), library.urn],
  ]
  return (
    <section className="border-line border-t pt-4">
      <h2 className="text-base">{t('library.about.title')}</h2>
      <dl className="mt-2 grid max-w-3xl grid-cols-[7rem_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name} className="contents">
                <dt className="text-ink-soft">{name}</dt>
                <dd className="break-words">{value}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  )
}
