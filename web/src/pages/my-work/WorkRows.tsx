import { Link } from '@tanstack/react-router'
import { useModel } from '@/api/model'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { to } from '@/resource/address'
import { Due } from '../due/Due'
import type { Work } from './work'

/** Work items, each with the reason it is listed. */
export function WorkRows({ items }: { items: Work[] }) {
  const { t } = useTranslation()
  const model = useModel()
  const labels = useLabels()
  return (
    <ul className="-mx-2 flex flex-col">
      {items.map(item => {
        const resource = model.resources[item.resource]
        return (
          <li key={item.id}>
            <Link
              to={to.item(item.resource, item.id)}
              className="flex items-center gap-x-3 rounded-md px-2 py-1.5 hover:bg-hover max-sm:flex-col max-sm:items-start"
            >
              <span className="min-w-0 max-w-full grow">
                <span className="block font-medium max-sm:line-clamp-2 sm:truncate" title={item.name}>
                  {item.name}
                </span>
                <span className="block truncate text-ink-soft text-sm">
                  {resource && labels.name(resource)} · {t(item.why)}
                </span>
              </span>
              {item.day && (
                <span className="shrink-0">
                  <Due day={item.day} what={t(item.why)} ends={item.ends} />
                </span>
              )}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
