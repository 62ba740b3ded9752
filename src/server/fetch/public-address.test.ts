import { expect, it } from 'vitest'
import { isPublicAddress } from './public-address'

it('R36 only addresses of the public internet are fetched from', () => {
  for (const address of ['93.184.215.14', '1.1.1.1', '2606:4700:4700::1111', '2a00:1450:4001::200e'])
    expect(isPublicAddress(address), address).toBe(true)
})

it('R36 no address of a private, local, shared or special range is public, in any form', () => {
  const inside = [
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.192',
    '192.168.1.1',
    '198.18.0.1',
    '203.0.113.9',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:a9fe:a9fe',
    '64:ff9b::7f00:1',
    '64:ff9b:1::7f00:1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    'fc00::1',
    'fd12:3456:789a::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    '4000::1',
  ]
  for (const address of inside) expect(isPublicAddress(address), address).toBe(false)
})

it('R36 what is no address is not public', () => {
  for (const text of ['', 'localhost', 'example.org', '1.2.3.4.5', '[::1]', '1.2.3.4/8'])
    expect(isPublicAddress(text), text).toBe(false)
})
