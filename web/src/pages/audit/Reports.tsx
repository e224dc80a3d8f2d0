/** The reports of the audit. */
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  Download,
  FilePenLine,
  FileSpreadsheet,
  FileText,
  FileType,
  ListTodo,
  Scale,
  Table,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useModel } from '@/api/model'
import { useTranslation } from '@/i18n/react'
import { TEMPLATES, templatesQuery } from '@/pages/templates/api'
import { Button } from '@/ui/Button'
import { Menu } from '@/ui/Menu'
import { PREPARE, type Report, useReport } from './useReport'

type Offered = Report & { icon: ReactNode }

const WHOLE: Offered[] = [
  { kind: 'pdf', action: 'pdf_report', icon: <FileText /> },
  { kind: 'word', action: 'word_report', icon: <FileType /> },
  { kind: 'xlsx', action: 'xlsx', icon: <FileSpreadsheet /> },
  { kind: 'csv', action: 'compliance_assessment_csv', icon: <Table />, quick: true },
]
export const PLAN: Offered[] = [
  { kind: 'action_plan_word', icon: <ListTodo /> },
  { kind: 'action_plan_csv', action: 'action_plan_csv', icon: <Table />, quick: true },
]
const PARTS: Offered[] = [{ kind: 'soa', action: 'soa', icon: <Scale /> }, ...PLAN]

/** What the menu offers, so that no other menu has to. */
export const REPORT_ACTIONS = [PREPARE, ...[...WHOLE, ...PARTS].flatMap(report => report.action ?? [])]

export function Reports() {
  const { t } = useTranslation()
  const report = useReport()
  const navigate = useNavigate()
  const known = TEMPLATES in useModel().resources
  const templates = useQuery({ ...templatesQuery, enabled: known }).data?.results ?? []
  const item = ({ icon, ...wanted }: Offered) => ({
    label: t(`audit.reports.${wanted.kind}`),
    icon,
    run: () => report.make(wanted),
  })
  return (
    <>
      <Menu
        items={[
          ...WHOLE.map(item),
          templates.length > 0 && {
            label: t('audit.fromTemplate'),
            icon: <FilePenLine />,
            items: [
              ...templates.map(template => ({
                label: template.name,
                run: () => report.make({ kind: 'word', action: 'word_report', template: template.id }),
              })),
              {
                label: t('audit.manageTemplates'),
                run: () => void navigate({ to: `/${TEMPLATES}` }),
              },
            ],
          },
          null,
          ...PARTS.map(item),
        ]}
      >
        <Button look="quiet" disabled={report.pending} icon={<Download size={15} aria-hidden />}>
          <span className="max-sm:sr-only">
            {t(report.pending ? 'audit.reports.making' : 'audit.reports.title')}
          </span>
        </Button>
      </Menu>
      {report.dialog}
    </>
  )
}
