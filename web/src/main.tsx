import './styles/app.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { mayBeSignedIn } from './api/client'
import { modelQuery } from './api/model'
import { queryClient } from './api/query'
import { userQuery } from './api/user'
import { startLanguages } from './i18n'
import { router } from './router'
import { watchFocus } from './ui/focus'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no place for the interface.')

await startLanguages()
watchFocus()
// What every page needs is requested at once, not one after the other.
if (mayBeSignedIn()) {
  void queryClient.prefetchQuery(userQuery)
  void queryClient.prefetchQuery(modelQuery)
  void router.preloadRoute({ to: location.pathname })
}
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
