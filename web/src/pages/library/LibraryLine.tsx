import { Link } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { formatLanguage } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { to } from '@/resource/address'
import { plain } from '@/resource/value/Value'
import { Button } from '@/ui/Button'
import { Menu } from '@/ui/Menu'
import { STORED } from './api'
import { KindIcon } from './KindIcon'
import { inside, type Library, languages } from './libraries'
import { MainAction, StateBadge } from './MainAction'
import { useLibrary } from './useLibrary'
import { insideWords } from './words'

/** A library in the list: what it is, what is inside, how it stands, and its one button. */
export function LibraryLine({ library }: { library: Library }) {
  const { t } = useTranslation()
  const deeds = useLibrary(library)
  const menu = deeds.menu.filter(Boolean)
  const spoken = languages(library)
  return (
    <li
      data-library={library.ref_id ?? library.urn}
      className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 border-line border-t px-5 py-3 transition-colors hover:bg-hover/60 lg:grid-cols-[auto_minmax(0,1fr)_13rem_auto] lg:px-8"
    >
      <KindIcon kind={inside(library)[0]?.[0]} className="self-start lg:self-center" />
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <Link
            to={to.item(STORED, library.id)}
            className="rounded-sm font-semibold underline-offset-3 hover:underline"
          >
            {library.name}
          </Link>
          <StateBadge library={library} />
        </p>
        <p className="text-ink-soft text-sm lg:hidden">{insideWords(t, library)}</p>
        {library.description && (
          <p className="line-clamp-1 max-w-3xl text-ink-soft text-sm max-sm:hidden">
            {plain(library.description)}
          </p>
        )}
        <p className="mt-0.5 text-ink-faint text-xs">
          {[
            library.provider,
            t('library.version', { version: library.version }),
            spoken.length > 3
              ? t('library.languages', { count: spoken.length })
              : spoken.map(formatLanguage).join(', '),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <p className="text-ink-soft text-sm max-lg:hidden">{insideWords(t, library)}</p>
      <div className="flex items-center justify-end gap-1.5 max-sm:col-span-3 max-sm:justify-self-start max-sm:pl-13 lg:min-w-34">
        <MainAction library={library} deeds={deeds} />
        {menu.length > 0 && (
          <Menu items={menu}>
            <Button
              look="quiet"
              icon={<Ellipsis size={17} />}
              label={t('library.more', { name: library.name })}
            />
          </Menu>
        )}
      </div>
      {deeds.dialog}
    </li>
  )
}
