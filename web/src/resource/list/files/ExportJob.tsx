/** An export by a job, until the file is ready. */
import { useTranslation } from '@/i18n/react'
import { JobProgress } from '@/pages/jobs/JobProgress'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'

export default function ExportJob({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('list.export')}
      footer={<Button onClick={onClose}>{t('common.close')}</Button>}
    >
      <p className="mb-4 text-ink-soft">{t('list.exportJob')}</p>
      <JobProgress id={id} />
    </Dialog>
  )
}
