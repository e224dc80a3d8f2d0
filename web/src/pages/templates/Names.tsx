/** What a template can contain. Each mark is copied with a click. */
import { ChevronRight } from 'lucide-react'
import { useTranslation } from '@/i18n/react'
import { toast } from '@/ui/Toast'
import { BLOCKS, MARKS } from './marks'

export function Names() {
  const { t } = useTranslation()
  return (
    <section aria-labelledby="names" className="min-w-0 rounded-lg border border-line bg-raised p-4 text-sm">
      <h2 id="names" className="text-base">
        {t('templates.names')}
      </h2>
      <p className="mt-1 mb-3 text-ink-soft">{t('templates.namesHelp')}</p>
      <Group title={t('templates.anywhere')} open names={MARKS[0]?.names ?? []} />
      <Group
        title={t('templates.blocks')}
        help={t('templates.blocksHelp')}
        names={BLOCKS.map(name => `block.${name}`)}
      />
      {MARKS.slice(1).map(({ lists, names, inner }) => (
        <Group
          key={lists.join()}
          title={t('templates.inList', { lists: lists.join(', ') })}
          help={t('templates.listHelp', { open: `{{#${lists[0]}}}`, close: `{{/${lists[0]}}}` })}
          marks={lists.flatMap(list => [`{{#${list}}}`, `{{/${list}}}`])}
          names={names}
          inner={inner}
        />
      ))}
    </section>
  )
}

interface GroupProps {
  title: string
  help?: string
  open?: boolean
  /** Marks that begin and end a list. */
  marks?: string[]
  names: string[]
  inner?: string[]
}

function Group({ title, help, open, marks = [], names, inner = [] }: GroupProps) {
  return (
    <details open={open} className="group border-line border-t py-2">
      <summary className="flex min-h-7 cursor-pointer list-none items-center gap-1.5 font-medium">
        <ChevronRight size={14} aria-hidden className="text-ink-faint group-open:rotate-90" />
        {title}
      </summary>
      {help && <p className="mt-1 mb-2 text-ink-soft">{help}</p>}
      <p className="flex flex-wrap gap-1.5 pt-1 pb-1.5">
        {[...marks, ...names.map(name => `{{ ${name} }}`), ...inner.map(name => `{{#${name}}}`)].map(mark => (
          <Mark key={mark} text={mark} />
        ))}
      </p>
    </details>
  )
}

function Mark({ text }: { text: string }) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      title={t('templates.copy')}
      onClick={() =>
        void navigator.clipboard.writeText(text).then(() => toast.good(t('common.copied')), toast.bad)
      }
      className="min-h-6 max-w-full break-all rounded-sm bg-sunken px-1.5 text-left font-mono text-xs hover:bg-hover"
    >
      {text}
    </button>
  )
}
