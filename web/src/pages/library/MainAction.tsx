/** The one button of a library: load it, or open what is in use. */
import { useQuery } from '@tanstack/react-query'
import { ArrowUpRight, Check, LoaderCircle, PackagePlus, RefreshCw } from 'lucide-react'
import { useTranslation } from '@/i18n/react'
import { to } from '@/resource/address'
import { Badge } from '@/ui/Badge'
import { Button, ButtonLink } from '@/ui/Button'
import { frameworksQuery } from './api'
import type { Library } from './libraries'
import type { LibraryDeeds } from './useLibrary'

interface Props {
  library: Library
  deeds: LibraryDeeds
  /** On its own page it is the button of the page. */
  prominent?: boolean
}

export function MainAction({ library, deeds, prominent }: Props) {
  const { t } = useTranslation()
  const frameworks = useQuery({ ...frameworksQuery, enabled: library.is_loaded }).data ?? []
  if (deeds.busy) {
    return (
      <span role="status" className="inline-flex h-8.5 items-center gap-2 px-1 text-ink-soft">
        <LoaderCircle size={15} aria-hidden className="animate-spin" />
        {t(deeds.busy === 'load' ? 'library.loading' : 'library.unloading')}
      </span>
    )
  }
  if (!library.is_loaded) {
    return deeds.mayLoad ? (
      <Button
        look={prominent ? 'primary' : 'plain'}
        icon={<PackagePlus size={15} aria-hidden />}
        onClick={deeds.load}
      >
        {t('library.load')}
        <span className="sr-only">{library.name}</span>
      </Button>
    ) : null
  }
  if (deeds.update) {
    return (
      <Button
        look={prominent ? 'primary' : 'plain'}
        icon={<RefreshCw size={15} aria-hidden />}
        onClick={deeds.update}
      >
        {t('library.update.run')}
        <span className="sr-only">{library.name}</span>
      </Button>
    )
  }
  const own = frameworks.filter(one => one.library?.urn === library.urn)
  const only = own.length === 1 ? own[0] : undefined
  return only ? (
    <ButtonLink
      look={prominent ? 'primary' : 'plain'}
      to={to.item('frameworks', only.id)}
      icon={<ArrowUpRight size={15} aria-hidden />}
    >
      {t('library.open')}
      <span className="sr-only">{only.name}</span>
    </ButtonLink>
  ) : null
}

/** How it stands, in words. */
export function StateBadge({ library }: { library: Library }) {
  const { t } = useTranslation()
  if (!library.is_loaded) return null
  return library.is_update ? (
    <Badge tone="info">{t('library.updateReady')}</Badge>
  ) : (
    <Badge tone="good">
      <Check size={12} aria-hidden />
      {t('library.isLoaded')}
    </Badge>
  )
}
