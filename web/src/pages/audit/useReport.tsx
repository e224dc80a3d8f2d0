/** Makes a report of the audit. A short one is saved at once; what takes longer is made by a job. */
import { useMutation } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { request } from '@/api/client'
import { saveFile } from '@/api/download'
import { toast } from '@/ui/Toast'
import { AUDITS } from './api'
import { useWork } from './work'

const ExportJob = lazy(() => import('@/resource/list/files/ExportJob'))

export interface Report {
  kind: string
  /** The action that answers with the file; without one there is only the job. */
  action?: string
  /** Made so fast that no audit is too long. */
  quick?: boolean
  /** The Word document that it is made from. */
  template?: string
}

export const PREPARE = 'prepare-report'

/** From here on a report takes longer than anyone wants to wait without seeing progress. */
const LONG = 300

export function useReport(): { make: (report: Report) => void; pending: boolean; dialog: ReactNode } {
  const { audit, total } = useWork()
  const [job, setJob] = useState<string | null>(null)
  const make = useMutation({
    mutationFn: async ({ kind, action, quick, template }: Report) => {
      const own = template ? { template } : {}
      if (action && (quick || total.total <= LONG)) return saveFile(`${AUDITS}/${audit.id}/${action}/`, own)
      const path = `${AUDITS}/${audit.id}/${PREPARE}/`
      const started = await request<{ id: string }>(path, { method: 'POST', body: { kind, ...own } })
      setJob(started.data.id)
    },
    onError: toast.bad,
  })
  const dialog = job && (
    <Suspense>
      <ExportJob id={job} onClose={() => setJob(null)} />
    </Suspense>
  )
  return { make: make.mutate, pending: make.isPending, dialog }
}
