/** Records from a spreadsheet, step by step: the file, its columns, a check of the rows, the result. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useDomain, useDomains } from '@/api/domains'
import type { Resource } from '@/api/model'
import { refresh } from '@/api/objects'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { LeaveGuard } from '@/shell/LeaveGuard'
import { PageHeader } from '@/shell/PageHeader'
import { to } from '../address'
import { NotFound } from '../ResourcePage'
import { type Choices, type Contents, load, lookInto, type Report } from './api'
import { CheckRows } from './CheckRows'
import { ChooseFile } from './ChooseFile'
import { canImport, firstMapping, importable } from './fields'
import { Imported } from './Imported'
import { MapColumns } from './MapColumns'
import { type Step, Steps } from './Steps'
import { wordsOf } from './words'

export default function ImportPage({ resource }: { resource: Resource }) {
  const { t } = useTranslation()
  const labels = useLabels()
  if (!canImport(resource)) return <NotFound />
  const name = labels.plural(resource)
  return (
    <div className="w-full max-w-5xl pb-10">
      <PageHeader
        title={t('import.title', { name: name.toLowerCase() })}
        crumbs={[{ label: name, to: to.list(resource.path) }]}
      />
      <Wizard resource={resource} />
    </div>
  )
}

function Wizard({ resource }: { resource: Resource }) {
  const labels = useLabels()
  const client = useQueryClient()
  const domain = useDomain()
  const tree = useDomains()
  const [step, setStep] = useState<Step>('file')
  const [file, setFile] = useState<File | null>(null)
  const [contents, setContents] = useState<Contents | null>(null)
  const [choices, setChoices] = useState<Omit<Choices, 'words'>>(() => ({
    mapping: {},
    given: { folder: domain?.uuid ?? tree.uuid },
    conflict: 'stop',
    clears: false,
  }))
  const words = wordsOf(importable(resource), (field, choice) => labels.choice(resource, field, choice))
  const look = useMutation({
    mutationFn: ({ file, sheet }: { file: File; sheet?: string }) => lookInto(resource, file, sheet),
    onSuccess: (found, { file, sheet }) => {
      setFile(file)
      setContents(found)
      const mapping = firstMapping(found.columns, importable(resource), field =>
        labels.field(resource, field),
      )
      setChoices(now => ({ ...now, sheet, mapping }))
      setStep('columns')
    },
  })
  const check = useMutation({
    mutationFn: (chosen: Omit<Choices, 'words'>) => load(resource, file as File, { ...chosen, words }),
    onSuccess: () => setStep('check'),
  })
  const take = useMutation({
    // A double click imports once.
    mutationFn: (key: string) => load(resource, file as File, { ...choices, words }, key),
    onSuccess: async (report: Report) => {
      await refresh(client)
      if (report.failed === 0 && report.at) setStep('done')
    },
  })
  const restart = () => {
    for (const one of [look, check, take]) one.reset()
    setFile(null)
    setContents(null)
    setStep('file')
  }
  return (
    <div className="px-5 pt-1 lg:px-8">
      <Steps current={step} />
      {step === 'file' && (
        <ChooseFile
          resource={resource}
          busy={look.isPending}
          error={look.error}
          onFile={file => look.mutate({ file })}
        />
      )}
      {step === 'columns' && contents && file && (
        <MapColumns
          resource={resource}
          file={file}
          contents={contents}
          choices={choices}
          busy={check.isPending || look.isPending}
          error={check.error ?? look.error}
          onChange={change => setChoices(now => ({ ...now, ...change }))}
          onSheet={sheet => look.mutate({ file, sheet })}
          onBack={restart}
          onNext={() => check.mutate(choices)}
        />
      )}
      {step === 'check' && check.data && file && (
        <CheckRows
          resource={resource}
          file={file}
          report={take.data && take.data.failed > 0 ? take.data : check.data}
          busy={take.isPending}
          error={take.error}
          onBack={() => {
            take.reset()
            setStep('columns')
          }}
          onRestart={restart}
          onImport={() => take.mutate(crypto.randomUUID())}
        />
      )}
      {step === 'done' && take.data && (
        <Imported resource={resource} report={take.data} onRestart={restart} />
      )}
      <LeaveGuard isDirty={() => step === 'columns' || step === 'check'} />
    </div>
  )
}
