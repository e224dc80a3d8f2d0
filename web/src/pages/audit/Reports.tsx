/** The reports of the audit. Short ones are saved at once; what takes longer is made by a job. */
import { useMutation } from '@tanstack/react-query'
import { Download, FileSpreadsheet, FileText, FileType, ListTodo, Scale, Table } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { request } from '@/api/client'
import { saveFile } from '@/api/download'
import { Button } from '@/ui/Button'
import { Menu } from '@/ui/Menu'
import { toast } from '@/ui/Toast'
import { AUDITS } from './api'
import { useWork } from './work'

const ExportJob = lazy(() => import('@/resource/list/files/ExportJob'))

interface Report {
  kind: string
  /** The action that answers with the file; without one there is only the job. */
  action?: string
  icon: ReactNode
  /** Made so fast that no audit is too long. */
  quick?: boolean
}

const WHOLE: Report[] = [
  { kind: 'pdf', action: 'pdf_report', icon: <FileText /> },
  { kind: 'word', action: 'word_report', icon: <FileType /> },
  { kind: 'xlsx', action: 'xlsx', icon: <FileSpreadsheet /> },
  { kind: 'csv', action: 'compliance_assessment_csv', icon: <Table />, quick: true },
]
const PARTS: Report[] = [
  { kind: 'soa', action: 'soa', icon: <Scale /> },
  { kind: 'action_plan_word', icon: <ListTodo /> },
  { kind: 'action_plan_csv', action: 'action_plan_csv', icon: <Table />, quick: true },
]
const PREPARE = 'prepare-report'

/** What the menu offers, so that no other menu has to. */
export const REPORT_ACTIONS = [PREPARE, ...[...WHOLE, ...PARTS].flatMap(report => report.action ?? [])]

/** From here on a report takes longer than anyone wants to wait without seeing progress. */
const LONG = 300

export function Reports() {
  const { t } = useTranslation()
  const { audit, total } = useWork()
  const [job, setJob] = useState<string | null>(null)
  const make = useMutation({
    mutationFn: async (report: Report) => {
      if (report.action && (report.quick || total.total <= LONG))
        return saveFile(`${AUDITS}/${audit.id}/${report.action}/`)
      const path = `${AUDITS}/${audit.id}/${PREPARE}/`
      const started = await request<{ id: string }>(path, { method: 'POST', body: { kind: report.kind } })
      setJob(started.data.id)
    },
    onError: toast.bad,
  })
  const item = (report: Report) => ({
    label: t(`audit.reports.${report.kind}`),
    icon: report.icon,
    run: () => make.mutate(report),
  })
  return (
    <>
      <Menu items={[...WHOLE.map(item), null, ...PARTS.map(item)]}>
        <Button look="quiet" disabled={make.isPending} icon={<Download size={15} aria-hidden />}>
          <span className="max-sm:sr-only">
            {t(make.isPending ? 'audit.reports.making' : 'audit.reports.title')}
          </span>
        </Button>
      </Menu>
      {job && (
        <Suspense>
          <ExportJob id={job} onClose={() => setJob(null)} />
        </Suspense>
      )}
    </>
  )
}
