import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from '@/i18n/react'
import { Button } from '@/ui/Button'
import { cn } from '@/ui/cn'
import { Failed, Loading } from '@/ui/States'
import { addressOf, contentQuery, type EvidenceFile, MOST } from '../files'
import { NoPreview } from './Preview'

export function ImagePreview({ file }: { file: EvidenceFile }) {
  return <Picture file={file} address={addressOf(file)} />
}

/**
 * A drawing may have scripts and addresses in it. As a picture it is drawn without any of them; the
 * server calls it plain bytes so that it is never opened as a page.
 */
export function DrawingPreview({ file }: { file: EvidenceFile }) {
  const content = useQuery(contentQuery(file, MOST.drawing))
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (!content.data) return
    const made = URL.createObjectURL(new Blob([content.data.bytes], { type: 'image/svg+xml' }))
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [content.data])
  if (content.error) return <Failed error={content.error} retry={() => void content.refetch()} />
  return address ? <Picture file={file} address={address} /> : <Loading />
}

function Picture({ file, address }: { file: EvidenceFile; address: string }) {
  const { t } = useTranslation()
  const [large, setLarge] = useState(false)
  const [broken, setBroken] = useState(false)
  const [size, setSize] = useState<{ width: number; height: number } | null>(null)
  if (broken) return <NoPreview file={file} reason={t('evidence.broken')} />
  return (
    <div className="flex flex-col">
      <div
        tabIndex={large ? 0 : -1}
        className="checkered grid max-h-[70vh] place-items-center overflow-auto p-4"
      >
        <img
          src={address}
          alt={t('evidence.pictureOf', { name: file.name })}
          decoding="async"
          onError={() => setBroken(true)}
          onLoad={event => {
            const { naturalWidth, naturalHeight } = event.currentTarget
            setSize({ width: naturalWidth, height: naturalHeight })
          }}
          className={cn(
            'min-h-8 min-w-8 shadow-sm',
            large ? 'max-w-none' : 'max-h-[64vh] max-w-full object-contain',
          )}
        />
      </div>
      {size && (
        <div className="flex items-center justify-between gap-3 border-line border-t px-4 py-1.5 text-ink-soft text-sm">
          <span className="tabular">
            {size.width} × {size.height}
          </span>
          <Button size="sm" look="quiet" aria-pressed={large} onClick={() => setLarge(!large)}>
            {t(large ? 'evidence.fit' : 'evidence.actualSize')}
          </Button>
        </div>
      )}
    </div>
  )
}
