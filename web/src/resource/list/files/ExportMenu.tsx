/** Exports a list: immediately, or by a job that is followed here. */
import { Download } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Resource } from '@/api/model'
import { useTranslation } from '@/i18n/react'
import { type Items, Menu } from '@/ui/Menu'
import { toast } from '@/ui/Toast'
import { ToolButton } from '@/ui/ToolButton'
import { downloadAll, type FileFormat } from './export'

const ExportJob = lazy(() => import('./ExportJob'))

interface Props {
  resource: Resource
  params: Record<string, string>
  formats: { label: string; format: FileFormat }[]
  /** What is made here, and not by the server. */
  more?: Items
}

export function ExportMenu({ resource, params, formats, more = [] }: Props) {
  const { t } = useTranslation()
  const [job, setJob] = useState<string | null>(null)
  const start = (format: FileFormat) => void downloadAll(resource, format, params).then(setJob, toast.bad)
  return (
    <>
      <Menu items={[...more, ...formats.map(({ label, format }) => ({ label, run: () => start(format) }))]}>
        <ToolButton icon={<Download size={16} aria-hidden />} label={t('list.export')} />
      </Menu>
      {job && (
        <Suspense fallback={null}>
          <ExportJob id={job} onClose={() => setJob(null)} />
        </Suspense>
      )}
    </>
  )
}
