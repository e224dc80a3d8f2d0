// Sets the theme before the first paint, so that a dark room stays dark.
;(() => {
  let theme = null
  try {
    theme = localStorage.getItem('cairn.theme')
  } catch {}
  const dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
})()
