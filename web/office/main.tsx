import '@mantine/core/styles.layer.css';
import '@mantine/dates/styles.layer.css';
import '@mantine/dropzone/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import '../design/fonts.css';
import '../design/tokens.css';
import '../design/base.css';
import './office.css';
import '#contract/zodSpanish.ts';

import dayjs from 'dayjs';
import 'dayjs/locale/es';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { pressOnce } from '../design/pressOnce.ts';
import { App } from './App.tsx';

dayjs.locale('es');
pressOnce();

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
