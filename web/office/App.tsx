import { MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { ProofDialog } from './features/company/auth/ProofDialog.tsx';
import { queryClient } from './lib/queryClient.ts';
import { router } from './lib/router.tsx';
import { schemeManager } from './lib/scheme.ts';
import { cssVariables, theme } from './lib/theme.ts';

const schemes = schemeManager();

/** The providers of all pages. */
export function App() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={schemes}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queryClient}>
        <ModalsProvider labels={{ confirm: 'Aceptar', cancel: 'Cancelar' }}>
          <Notifications position="top-left" limit={5} zIndex={400} />
          <RouterProvider router={router} />
          <ProofDialog />
        </ModalsProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}
