import { Shopper } from './shopper.ts'
const baseUrl = 'http://localhost:18083', sandbox='http://localhost:18093'
const n = Number(process.argv[2] ?? 20)
async function pay(id: string){ const r = await fetch(`${sandbox}/test/checkout/sessions/${id}/complete`,{method:'POST'}); if(!r.ok) console.log(r.status, await r.text()) }
const pranks = await (await fetch(baseUrl+'/api/pranks')).json() as any[]
for (let i=0;i<n;i++){
  const s = await new Shopper({baseUrl}).signUp()
  const cart = await s.cart(1) as any
  const k = i%3+1
  cart.cartItems = Array.from({length:k},(_,j)=>({...cart.cartItems[0], prankId: pranks[(i+j)%pranks.length].id, quantity: 1+((i+j)%2), contactName: `Target ${i}-${j}`, contactAddress: `${i+1}${j} Main Street`, }))
  cart.total = (cart.cartItems.reduce((a:number,c:any)=>a+499*c.quantity,0)/100).toFixed(2)
  const o = await s.checkOut(cart)
  if (i%10!==9) await pay(o.sessionId)
  console.log(o.orderId, s.email, cart.total)
}
for (let i=0;i<3;i++){
  const s = await new Shopper({baseUrl}).signUp()
  if(i<2) for (let j=0;j<3;j++) await s.insist('POST','/api/contacts',{name:`Plan target ${i}-${j}`,address:`${i}${j}7 Oak Ave`,city:'Springfield',state:'OR',zipCode:'97477',profilePicture:'hunk'},201)
  const r = await s.insist('POST','/api/create-subscription-checkout',{prankCount:3},200)
  await pay(r.body.sessionId)
  console.log('plan', s.email, s.id)
}
