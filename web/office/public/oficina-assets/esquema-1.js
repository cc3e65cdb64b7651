// Sets the chosen colour scheme before anything is painted. Kept tiny; lib/scheme.ts writes what it reads.
try {
  const chosen = localStorage.getItem('llave-esquema');
  const dark =
    chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
} catch {
  // Storage may be forbidden; the system's scheme holds then.
}
