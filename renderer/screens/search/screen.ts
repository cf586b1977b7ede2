import { TextSearch } from 'lucide-react'
import { screen } from '../screen.ts'
import { searchAddress, searchView, type SearchAddress } from './address.ts'
import { SearchScreen } from './search-screen.tsx'

export const searchScreen = screen<SearchAddress>({
  view: searchView,
  title: 'Search',
  component: SearchScreen,
  entry: { address: searchAddress, icon: TextSearch, keys: ['g /', 'Mod+Shift+F'], place: 'main' },
})
