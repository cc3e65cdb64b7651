import { MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { refreshIn } from '../lib/refresh.ts';
import { theme } from '../lib/theme.ts';

/** Renders a component with the office's providers, without router and animations. */
export function renderInFrame(piece: ReactNode, client = new QueryClient()): ReturnType<typeof render> {
  refreshIn(client);
  return render(piece, {
    wrapper: ({ children }) => (
      <MantineProvider theme={theme} env="test">
        <QueryClientProvider client={client}>
          <ModalsProvider labels={{ confirm: 'Aceptar', cancel: 'Cancelar' }}>{children}</ModalsProvider>
        </QueryClientProvider>
      </MantineProvider>
    ),
  });
}
