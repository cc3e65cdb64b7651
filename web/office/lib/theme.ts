import {
  createTheme,
  defaultVariantColorsResolver,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';

const scale = (name: string) =>
  Array.from({ length: 10 }, (_, i) => `var(--${name}-${i})`) as unknown as MantineColorsTuple;

/** Mantine reads dark.0-9 by index. These are the tokens for each index in the dark scheme. */
const dark = [
  'text',
  'state-neutral-text',
  'text-dim',
  'line-strong',
  'line',
  'line',
  'surface',
  'page',
  'surface-sunken',
  'surface-sunken',
].map((name) => `var(--${name})`) as unknown as MantineColorsTuple;

/** What a light background of a color says: the state with the same meaning, whose text has enough contrast. */
const STATES: Readonly<Record<string, string>> = {
  yellow: 'attention',
  green: 'positive',
  teal: 'positive',
  blue: 'progress',
  gray: 'neutral',
};

/** Actions have two colors: brand, and red for destructive ones. All others are light backgrounds of a state. */
const variants: VariantColorsResolver = (input) => {
  const danger = input.color === 'red';
  const state = input.variant === 'light' && STATES[String(input.color)];
  if (state)
    return {
      background: `var(--state-${state})`,
      hover: `var(--state-${state})`,
      color: `var(--state-${state}-text)`,
      border: '1px solid transparent',
    };
  if (!danger && input.color !== undefined && input.color !== 'brand')
    return defaultVariantColorsResolver(input);
  const ink = danger ? 'var(--danger)' : 'var(--link)';
  const soft = danger ? 'var(--state-negative)' : 'var(--wash)';
  switch (input.variant) {
    case 'filled':
      return {
        background: danger ? 'var(--danger-fill)' : 'var(--action)',
        hover: danger ? 'var(--danger-fill)' : 'var(--action-hover)',
        color: 'var(--action-text)',
        border: '1px solid transparent',
      };
    case 'light':
      return {
        background: soft,
        hover: soft,
        color: danger ? 'var(--state-negative-text)' : ink,
        border: '1px solid transparent',
      };
    case 'subtle':
      return { background: 'transparent', hover: soft, color: ink, border: '1px solid transparent' };
    case 'outline':
      return { background: 'transparent', hover: soft, color: ink, border: `1px solid ${ink}` };
    default:
      return defaultVariantColorsResolver(input);
  }
};

const solid = {
  '--mantine-color-body': 'var(--page)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-bright': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-dim)',
  '--mantine-color-placeholder': 'var(--text-dim)',
  '--mantine-color-anchor': 'var(--link)',
  '--mantine-color-error': 'var(--danger)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--surface-hover)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--line-strong)',
  '--mantine-color-brand-text': 'var(--link)',
  '--mantine-color-brand-filled': 'var(--action)',
  '--mantine-color-brand-filled-hover': 'var(--action-hover)',
  '--mantine-color-brand-light': 'var(--wash)',
  '--mantine-color-brand-light-hover': 'var(--wash)',
  '--mantine-color-brand-light-color': 'var(--link)',
  '--mantine-color-brand-outline': 'var(--link)',
  '--mantine-color-disabled': 'var(--state-neutral)',
  '--mantine-color-disabled-color': 'var(--text-dim)',
  '--mantine-color-disabled-border': 'var(--line)',
};

/** The tokens follow data-theme themselves, so both schemes use the same variables. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: { '--mantine-line-height': '1.5' },
  light: solid,
  dark: solid,
});

const closeButtonProps = { 'aria-label': 'Cerrar' };
/** Without this role, the <header> of a dialog would be a second banner landmark of the page. */
const notBanner = { role: 'none' };

export const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: { light: 8, dark: 6 },
  colors: { brand: scale('brand'), gray: scale('grey'), dark },
  variantColorResolver: variants,
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--font-mono)',
  headings: {
    fontFamily: 'var(--font)',
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.375rem', lineHeight: '1.3' },
      h2: { fontSize: '1.125rem', lineHeight: '1.35' },
      h3: { fontSize: '1rem', lineHeight: '1.4' },
    },
  },
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '8px', xl: '12px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // The default title colour of a yellow alert has too little contrast.
    Alert: { styles: { title: { color: 'var(--text)' } } },
    // A span without a role cannot have an accessible name.
    Loader: { defaultProps: { role: 'img' } },
    Button: { defaultProps: { size: 'sm' } },
    TextInput: { defaultProps: { size: 'sm' } },
    Select: {
      defaultProps: {
        size: 'sm',
        allowDeselect: false,
        checkIconPosition: 'right',
        nothingFoundMessage: 'Nada coincide',
      },
    },
    Tooltip: {
      defaultProps: {
        withArrow: true,
        multiline: true,
        maw: 320,
        events: { hover: true, focus: true, touch: true },
      },
    },
    Drawer: {
      defaultProps: { position: 'right', size: 'lg', closeButtonProps, attributes: { header: notBanner } },
    },
    Modal: { defaultProps: { centered: true, closeButtonProps, attributes: { header: notBanner } } },
    Menu: { defaultProps: { shadow: 'md', position: 'bottom-end' } },
    Popover: { defaultProps: { shadow: 'md' } },
    Paper: { defaultProps: { bg: 'var(--surface)' } },
    // Keyboard users must be able to scroll a table that is wider than the screen.
    TableScrollContainer: { defaultProps: { scrollAreaProps: { viewportProps: { tabIndex: 0 } } } },
  },
});
