import { TextSearch } from 'lucide-react'
import { late, screen } from '../screen.ts'
import { searchAddress, searchView, type SearchAddress } from './address.ts'

export const searchScreen = screen<SearchAddress>({
  view: searchView,
  title: 'Search',
  component: late(async () => (await import('./search-screen.tsx')).SearchScreen),
  entry: { address: searchAddress, icon: TextSearch, keys: ['g /', 'Mod+Shift+F'], place: 'main' },
})
