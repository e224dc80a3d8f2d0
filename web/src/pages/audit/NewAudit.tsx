/** A new audit. It is of a framework, so that one has to be loaded. */
import { useQuery } from '@tanstack/react-query'
import { BookOpenCheck } from 'lucide-react'
import { useModel } from '@/api/model'
import { pageQuery } from '@/api/objects'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { crumbs } from '@/resource/detail/crumbs'
import FormPage from '@/resource/form/FormPage'
import { NotFound } from '@/resource/ResourcePage'
import { PageHeader } from '@/shell/PageHeader'
import { ButtonLink } from '@/ui/Button'
import { Empty, Loading } from '@/ui/States'
import { AUDITS } from './api'

export default function NewAudit() {
  const { t } = useTranslation()
  const labels = useLabels()
  const resource = useModel().resources[AUDITS]
  const frameworks = useQuery(pageQuery('frameworks', {}, 0, 1))
  if (!resource) return <NotFound />
  if (frameworks.isPending) return <Loading />
  if (frameworks.data?.count !== 0) return <FormPage resource={resource} />
  return (
    <>
      <PageHeader
        title={t('form.newTitle', { name: labels.one(resource) })}
        crumbs={crumbs(resource, null, labels.plural(resource))}
      />
      <Empty title={t('audit.noFrameworks')} icon={<BookOpenCheck />}>
        <p>{t('audit.noFrameworksHelp')}</p>
        <ButtonLink look="primary" to="/stored-libraries">
          {t('audit.toLibrary')}
        </ButtonLink>
      </Empty>
    </>
  )
}
