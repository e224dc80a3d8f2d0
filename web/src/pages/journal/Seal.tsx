/** Whether the journal is sealed up to now, and how anyone can check that nobody changed it. */
import { useQuery } from '@tanstack/react-query'
import { Download, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { formatDateTime, formatNumber } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'
import { Code } from '@/ui/Code'
import { Dialog } from '@/ui/Dialog'
import { type Head, headQuery, useMaySeeProof } from './api'

export function Seal() {
  const mayAsk = useMaySeeProof()
  return mayAsk ? <Status /> : null
}

function Status() {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const { data } = useQuery(headQuery)
  if (!data) return null
  const { head, waiting } = data
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-good-soft px-4 py-2">
      <p role="status" className="flex min-w-0 grow basis-64 items-start gap-2 text-good">
        <ShieldCheck size={16} aria-hidden className="mt-0.5 shrink-0" />
        <span>
          {head
            ? t('log.sealed', { count: head.size, n: formatNumber(head.size), when: formatDateTime(head.at) })
            : t('log.unsealed')}
          {waiting > 0 && ` ${t('log.waiting', { count: waiting })}`}
        </span>
      </p>
      {head && (
        <Button size="sm" onClick={() => setOpen(true)}>
          {t('log.howToCheck')}
        </Button>
      )}
      {open && head && <Check head={head} publicKey={data.public_key} onClose={() => setOpen(false)} />}
    </div>
  )
}

interface Props {
  head: Head
  publicKey: string | null
  onClose: () => void
}

function Check({ head, publicKey, onClose }: Props) {
  const { t } = useTranslation()
  const key = publicKey ?? head.key
  const commands = [
    'cairn journal export --out journal.jsonl.gz',
    `cairn journal verify journal.jsonl.gz --head '${head.text}' --key ${key}`,
  ].join('\n')
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('log.checkTitle')}
      footer={
        <>
          <a
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${head.text}\n`)}`}
            download={`cairn-head-${head.size}.txt`}
            className="inline-flex h-8.5 items-center gap-1.5 rounded-md border border-line bg-raised px-3 font-medium shadow-sm hover:bg-hover"
          >
            <Download size={15} aria-hidden /> {t('log.keepHead')}
          </a>
          <Button look="primary" onClick={onClose}>
            {t('common.close')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p>{t('log.checkHelp')}</p>
        <Part title={t('log.head')} help={t('log.headHelp')} text={head.text} />
        <Part title={t('log.key')} help={t('log.keyHelp')} text={key} />
        <Part title={t('log.commands')} help={t('log.commandsHelp')} text={commands} />
      </div>
    </Dialog>
  )
}

function Part({ title, help, text }: { title: string; help: string; text: string }) {
  const { t } = useTranslation()
  return (
    <section className="flex flex-col gap-1.5">
      <h3 className="font-semibold text-base">{title}</h3>
      <p className="text-ink-soft text-sm">{help}</p>
      <Code text={text} label={title} copy={t('log.copy', { name: title })} className="break-all" />
    </section>
  )
}
