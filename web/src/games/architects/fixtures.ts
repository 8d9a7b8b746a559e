import { saved, type Saved } from '../../testing/fixtures';
import type { View } from './view';

export type Fixture = Saved<View>;

export const { fixtures, fixture } = saved(import.meta.glob<Fixture>('./fixtures/*.json', { import: 'default', eager: true }));
