import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { answer, taskOf } from '../inThread.ts';
import { printPdf } from './print.ts';

answer(await printPdf(taskOf<TDocumentDefinitions>()));
