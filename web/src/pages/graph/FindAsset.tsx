/** Finds an asset of the map by its letters and goes to its surroundings. */
import { Crosshair } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'
import { cn } from '@/ui/cn'
import { Popover } from '@/ui/Popover'
import { useListbox } from '@/ui/useListbox'
import type { AssetMap } from './assets'

const SHOWN = 50

export function FindAsset({ map, onFound }: { map: AssetMap; onFound: (id: string) => void }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label={t('graph.find')}
      className="w-80"
      trigger={<Button icon={<Crosshair size={16} aria-hidden />}>{t('graph.find')}</Button>}
    >
      <Found
        map={map}
        onFound={id => {
          setOpen(false)
          onFound(id)
        }}
      />
    </Popover>
  )
}

function Found({ map, onFound }: { map: AssetMap; onFound: (id: string) => void }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const found = useMemo(() => {
    const words = text.trim().toLowerCase()
    return [...map.values()]
      .filter(node => !words || node.name.toLowerCase().includes(words))
      .sort((a, b) => Number(b.primary) - Number(a.primary) || a.name.localeCompare(b.name))
      .slice(0, SHOWN)
  }, [map, text])
  const box = useListbox(found.length, at => found[at] && onFound(found[at].id), text)
  return (
    <div className="flex flex-col">
      <input
        {...box.input}
        aria-label={t('graph.findHelp')}
        placeholder={t('graph.findHelp')}
        value={text}
        onChange={event => setText(event.target.value)}
        className="border-line border-b bg-transparent px-3 py-2 outline-none"
      />
      <div {...box.list} aria-label={t('graph.find')} className="max-h-72 overflow-y-auto p-1">
        {found.map((node, at) => (
          <div
            key={node.id}
            {...box.option(at)}
            className={cn('flex items-center gap-2 rounded-md px-2 py-1.5', at === box.active && 'bg-hover')}
          >
            <span className="min-w-0 grow truncate">{node.name}</span>
            {node.primary && <span className="shrink-0 text-ink-soft text-xs">{t('graph.primary')}</span>}
          </div>
        ))}
      </div>
      {found.length === 0 && <p className="px-3 pb-3 text-ink-soft">{t('form.noOptions')}</p>}
    </div>
  )
}
