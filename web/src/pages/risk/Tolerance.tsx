/** How much risk the assessment tolerates, chosen from the levels of its matrix. */
import { ChevronDown } from 'lucide-react'
import { useWrite } from '@/api/objects'
import { useTranslation } from '@/i18n/react'
import type { DrawnLevel } from '@/pages/matrix/matrix'
import { Menu } from '@/ui/Menu'
import { toast } from '@/ui/Toast'
import { ASSESSMENTS, type Assessment } from './api'
import { RiskBadge } from './RiskBadge'

interface Props {
  assessment: Assessment
  levels: DrawnLevel[]
  editable: boolean
}

export function Tolerance({ assessment, levels, editable }: Props) {
  const { t } = useTranslation()
  const write = useWrite(ASSESSMENTS)
  const tolerated = levels[assessment.risk_tolerance]
  const put = (level: number) =>
    write.mutate({ id: assessment.id, values: { risk_tolerance: level } }, { onError: toast.bad })
  const face = tolerated ? (
    <RiskBadge level={tolerated} />
  ) : (
    <span className="text-ink-soft text-sm">{t('risk.noTolerance')}</span>
  )
  return (
    <div className="shrink-0">
      <div className="flex h-7 items-center">
        {editable ? (
          <Menu
            align="start"
            items={[
              ...levels
                .map((level, at) => ({
                  label: level.name,
                  checked: at === assessment.risk_tolerance,
                  run: () => put(at),
                }))
                .reverse(),
              { label: t('risk.noTolerance'), checked: !tolerated, run: () => put(-1) },
            ]}
          >
            <button
              type="button"
              aria-label={`${t('risk.tolerance')}: ${tolerated?.name ?? t('risk.noTolerance')}`}
              className="-mx-1 inline-flex items-center gap-1 rounded-md px-1 py-0.5 hover:bg-hover"
            >
              {face}
              <ChevronDown size={13} aria-hidden className="text-ink-faint" />
            </button>
          </Menu>
        ) : (
          face
        )}
      </div>
      <div className="whitespace-nowrap text-ink-faint text-xs">{t('risk.tolerance')}</div>
    </div>
  )
}
