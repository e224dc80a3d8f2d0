import { useLocation } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useModel } from '@/api/model'
import { withWords } from '@/i18n/parts'
import { useTranslation } from '@/i18n/react'
import { ButtonLink } from '@/ui/Button'
import { Empty, Loading } from '@/ui/States'
import { resolve } from './address'
import { ListPage } from './list/ListPage'

const loadDetail = () => import('./detail/DetailPage')
const loadImport = withWords('import', () => import('./import/ImportPage'))
const loadForm = () => import('./form/FormPage')
const DetailPage = lazy(loadDetail)
const ImportPage = lazy(loadImport)
const FormPage = lazy(loadForm)

const BY_END = { new: loadForm, edit: loadForm, import: loadImport }
const ID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/

/** Loads the script for a URL, so that the page before it stays until it can be shown. */
export async function loadPage(path: string) {
  const end = path.slice(path.lastIndexOf('/') + 1)
  if (end in BY_END) await BY_END[end as keyof typeof BY_END]()
  else if (ID.test(end)) await loadDetail()
}

/** Any URL without a hand-written page: the list, the object or the form that it names. */
export function ResourcePage() {
  const path = useLocation({ select: location => location.pathname })
  const place = resolve(useModel(), path)
  return <Suspense fallback={<Loading />}>{page(place)}</Suspense>
}

function page(place: ReturnType<typeof resolve>) {
  switch (place.kind) {
    case 'list':
      return <ListPage key={place.resource.path} resource={place.resource} />
    case 'item':
      return <DetailPage key={place.id} resource={place.resource} id={place.id} />
    case 'new':
      return <FormPage key={place.resource.path} resource={place.resource} />
    case 'import':
      return <ImportPage key={place.resource.path} resource={place.resource} />
    case 'edit':
      return <FormPage key={place.id} resource={place.resource} id={place.id} />
    case 'nothing':
      return <NotFound />
  }
}

export function NotFound() {
  const { t } = useTranslation()
  return (
    <Empty title={t('errors.notFound')}>
      <p>{t('errors.notFoundHelp')}</p>
      <ButtonLink to="/">{t('errors.home')}</ButtonLink>
    </Empty>
  )
}
