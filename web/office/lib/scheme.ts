import { useMantineColorScheme, type MantineColorSchemeManager } from '@mantine/core';

export type Scheme = 'light' | 'dark' | 'auto';
const KEY = 'llave-esquema';
const darkSystem = () => window.matchMedia('(prefers-color-scheme: dark)');

function stored(): Scheme {
  try {
    const value = localStorage.getItem(KEY);
    return value === 'light' || value === 'dark' ? value : 'auto';
  } catch {
    return 'auto';
  }
}

/** Sets data-theme for our tokens; Mantine sets its own attribute. */
function apply(scheme: Scheme): void {
  const dark = scheme === 'dark' || (scheme === 'auto' && darkSystem().matches);
  document.documentElement.dataset['theme'] = dark ? 'dark' : 'light';
}

/**
 * Stores the colour scheme on this device. public/oficina-assets/esquema-1.js reads the same key before the first
 * paint.
 */
export function schemeManager(): MantineColorSchemeManager {
  let stop = () => {};
  return {
    get: (fallback) => (stored() === 'auto' ? fallback : stored()),
    set: (scheme) => {
      try {
        if (scheme === 'auto') localStorage.removeItem(KEY);
        else localStorage.setItem(KEY, scheme);
      } catch {
        // If storage is blocked, the choice lasts until the page closes.
      }
      apply(scheme);
    },
    subscribe: (onUpdate) => {
      const other = (event: StorageEvent) => {
        if (event.key === KEY) {
          apply(stored());
          onUpdate(stored());
        }
      };
      const system = () => apply(stored());
      window.addEventListener('storage', other);
      darkSystem().addEventListener('change', system);
      stop = () => {
        window.removeEventListener('storage', other);
        darkSystem().removeEventListener('change', system);
      };
    },
    unsubscribe: () => stop(),
    clear: () => {
      localStorage.removeItem(KEY);
      apply('auto');
    },
  };
}

/** The chosen colour scheme, and a function to change it. */
export function useScheme(): [scheme: Scheme, choose: (scheme: Scheme) => void] {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return [colorScheme, setColorScheme];
}
