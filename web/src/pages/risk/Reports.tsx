/** The assessment as a file. */
import { useMutation } from '@tanstack/react-query'
import { Download, FileSpreadsheet, Printer, Table } from 'lucide-react'
import { saveFile } from '@/api/download'
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'
import { Menu } from '@/ui/Menu'
import { toast } from '@/ui/Toast'
import { ASSESSMENTS, type Assessment } from './api'

const FILES = { xlsx: 'risk_assessment_xlsx', csv: 'risk_assessment_csv' } as const

/** What the menu offers, so that no other menu has to. */
export const REPORT_ACTIONS: string[] = Object.values(FILES)

export function Reports({ assessment }: { assessment: Assessment }) {
  const { t } = useTranslation()
  const save = useMutation({
    mutationFn: (action: string) => saveFile(`${ASSESSMENTS}/${assessment.id}/${action}/`),
    onError: toast.bad,
  })
  return (
    <Menu
      items={[
        { label: t('risk.files.xlsx'), icon: <FileSpreadsheet />, run: () => save.mutate(FILES.xlsx) },
        { label: t('risk.files.csv'), icon: <Table />, run: () => save.mutate(FILES.csv) },
        { label: t('risk.files.print'), icon: <Printer />, run: () => window.print() },
      ]}
    >
      <Button look="quiet" disabled={save.isPending} icon={<Download size={15} aria-hidden />}>
        <span className="max-sm:sr-only">{t('risk.export')}</span>
      </Button>
    </Menu>
  )
}
