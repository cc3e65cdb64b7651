import { describe, expect, test } from 'vitest';
import { whyNotPassword } from './rules.ts';

describe('whyNotPassword', () => {
  test.each([
    'cuatro caballos de madera',
    'Ñandú+Guayacán 27',
    'correcthorsebattery',
    '9f4K-22ab-Qz7w',
    'x7#'.repeat(4) + 'kd',
  ])('accepts %s', (password) => {
    expect(whyNotPassword(password, ['Ana Pérez', 'ana.perez@empresa.com'])).toBeNull();
  });

  test.each([
    ['corta', 'al menos 12'],
    ['x'.repeat(201), 'como máximo 200'],
    ['aaaaaaaaaaaa', 'distintos'],
    ['121212121212', 'distintos'],
    ['Contraseña12', 'fácil'],
    ['123456789012', 'fácil'],
    ['ana.perez@empresa.com', 'fácil'],
    ['EMPRESA-Empresa1', 'fácil'],
    ['administrador1', 'fácil'],
  ])('refuses %s', (password, why) => {
    expect(whyNotPassword(password, ['Ana Pérez', 'ana.perez@empresa.com'])).toContain(why);
  });
});
