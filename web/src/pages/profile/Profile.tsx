/** One's own account: appearance, sign-in, and the programs that act on one's behalf. */
import { lazy, Suspense } from 'react'
import { displayName, useUser } from '@/api/user'
import { withWords } from '@/i18n/parts'
import { useTranslation } from '@/i18n/react'
import { PageHeader } from '@/shell/PageHeader'
import { Avatar } from '@/ui/Avatar'
import { Loading } from '@/ui/States'
import { Tabs } from '@/ui/Tabs'
import { Appearance } from './Appearance'
import { Security } from './Security'
import { Tokens } from './Tokens'

const NotificationPreferences = lazy(withWords('inbox', () => import('./NotificationPreferences')))

export default function Profile() {
  const { t } = useTranslation()
  const user = useUser()
  const name = displayName(user)
  return (
    <div className="flex min-h-0 w-full max-w-5xl grow flex-col pb-10">
      <PageHeader
        title={t('profile.title')}
        note={
          <span className="mt-3 flex items-center gap-3">
            <Avatar name={name} size="lg" />
            <span className="min-w-0">
              <span className="block truncate font-medium text-ink text-lg">{name}</span>
              {name !== user.email && <span className="block truncate">{user.email}</span>}
            </span>
          </span>
        }
      />
      <Tabs
        label={t('detail.sections')}
        tabs={[
          { name: 'you', label: t('ownProfile.you'), view: () => <Appearance /> },
          {
            name: 'notifications',
            label: t('ownProfile.notifications'),
            view: () => (
              <Suspense fallback={<Loading />}>
                <NotificationPreferences />
              </Suspense>
            ),
          },
          { name: 'tokens', label: t('tokens.title'), view: () => <Tokens /> },
          { name: 'security', label: t('ownProfile.security'), view: () => <Security /> },
        ]}
      />
    </div>
  )
}
