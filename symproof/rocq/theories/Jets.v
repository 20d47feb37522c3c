(* Stacks of MLPs over any commutative ring, on polynomials instead of functions: the activation
   is replaced by sig(z) = sum of co_n z^n, n < K.  Neuron k has the column pD k and the row pU k;
   the layers take their neurons one after the other.                                        *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.

Section Stack.
Variables (d K : nat) (B : comRingType).
Implicit Types (v : 'I_d -> B) (p : nat -> 'I_d -> B).

Definition sig (co : nat -> B) (z : B) : B := \sum_(n < K) co n * z ^+ n.
Definition neuron co (pD pU : nat -> 'I_d -> B) k v (c : 'I_d) : B :=
  pD k c * sig co (\sum_j pU k j * v j).
Definition layer co pD pU (res : bool) (first n : nat) v (c : 'I_d) : B :=
  (if res then v c else 0) + \sum_(k < n) neuron co pD pU (first + k) v c.
Fixpoint stack co pD pU (res : bool) (first : nat) (ns : seq nat) v : 'I_d -> B :=
  if ns is n :: ns' then stack co pD pU res (first + n) ns' (layer co pD pU res first n v) else v.

Lemma eq_sig co co' z : co =1 co' -> sig co z = sig co' z.
Proof. by move=> h; apply: eq_bigr => n _; rewrite h. Qed.

Lemma eq_layer co co' pD pU qD qU res first n v v' : co =1 co' ->
  (forall k, (first <= k < first + n)%N -> pD k =1 qD k /\ pU k =1 qU k) -> v =1 v' ->
  layer co pD pU res first n v =1 layer co' qD qU res first n v'.
Proof.
move=> hco h hv c; rewrite /layer hv; congr (_ + _); apply: eq_bigr => k _.
have [|hD hU] := h (first + k)%N; first by rewrite leq_addr ltn_add2l /=.
rewrite /neuron hD (eq_sig _ hco); congr (_ * sig _ _); apply: eq_bigr => j _.
by rewrite hU hv.
Qed.

Lemma eq_stack co co' pD pU qD qU res first ns v v' : co =1 co' ->
  (forall k, (first <= k < first + sumn ns)%N -> pD k =1 qD k /\ pU k =1 qU k) -> v =1 v' ->
  stack co pD pU res first ns v =1 stack co' qD qU res first ns v'.
Proof.
move=> hco; elim: ns first v v' => [|n ns IH] first v v' h hv //=.
apply: IH => [k /andP[h1 h2]|].
  by apply: h; rewrite (leq_trans (leq_addr _ _) h1) /= addnA.
apply: (eq_layer res hco _ hv) => k /andP[h1 h2]; apply: h; rewrite h1 /=.
by apply: leq_trans h2 _; rewrite /= addnA leq_addr.
Qed.
End Stack.

Section Morphism.
Variables (d K : nat) (B C : comRingType) (f : {rmorphism B -> C}).

Lemma sig_morph co z : f (sig K co z) = sig K (f \o co) (f z).
Proof. by rewrite rmorph_sum; apply: eq_bigr => n _; rewrite rmorphM rmorphX. Qed.

Lemma stack_morph co pD pU res first ns (v : 'I_d -> B) c :
  f (stack K co pD pU res first ns v c) =
  stack K (f \o co) (fun k => f \o pD k) (fun k => f \o pU k) res first ns (f \o v) c.
Proof.
elim: ns first v => [|n ns IH] first v //=; rewrite IH; apply: eq_stack => // c'.
rewrite /= /layer rmorphD rmorph_sum; congr (_ + _); first by case: (res); rewrite ?rmorph0.
apply: eq_bigr => k _; rewrite /neuron rmorphM sig_morph /=; congr (_ * sig _ _ _).
by rewrite rmorph_sum; apply: eq_bigr => j _; rewrite rmorphM.
Qed.
End Morphism.

(* ---- modulo e and e^2 ---------------------------------------------------------------------- *)
Section Small.
Variables (d K : nat) (B : comRingType) (e : B) (co : nat -> B).

Lemma sig_small z q : exists q', sig K co (z + e * q) = sig K co z + e * q'.
Proof.
have pw n : exists q', (z + e * q) ^+ n = z ^+ n + e * q'.
  elim: n => [|n [q' IH]]; first by exists 0; rewrite mulr0 addr0.
  by exists (z * q' + q * z ^+ n + e * q * q'); rewrite !exprS IH; ring.
elim: {1 2}K => [|k [q1 e1]]; first by exists 0; rewrite /sig !big_ord0 mulr0 addr0.
have [q2 e2] := pw k; exists (q1 + co k * q2).
by move: e1; rewrite /sig !big_ord_recr /= => ->; rewrite e2; ring.
Qed.

(* residual layers whose columns carry a factor e: x + e (sum of all neurons at x) + e^2 (...) *)
Lemma residual_small pD pU first ns (x g : 'I_d -> B) (v : 'I_d -> B) :
  (forall c, exists q, v c = x c + e * g c + e ^+ 2 * q) ->
  forall c, exists q, stack K co (fun k c => e * pD k c) pU true first ns v c =
    x c + e * (g c + \sum_(k < sumn ns) neuron K co pD pU (first + k) x c) + e ^+ 2 * q.
Proof.
elim: ns first v g => [|n ns IH] first v g h c /=.
  by have [q ->] := h c; exists q; rewrite big_ord0 addr0.
have step c' : exists q, layer K co (fun k c => e * pD k c) pU true first n v c' =
    x c' + e * (g c' + \sum_(k < n) neuron K co pD pU (first + k) x c') + e ^+ 2 * q.
  have [q hq] := h c'; have each k : exists q', neuron K co (fun k c => e * pD k c) pU k v c' =
      e * neuron K co pD pU k x c' + e ^+ 2 * q'.
    have [y hy] : exists y, \sum_j pU k j * v j = \sum_j pU k j * x j + e * y.
      have /fin_all_exists[y hy] : forall j, exists y, v j = x j + e * y.
        by move=> j; have [q1 ->] := h j; exists (g j + e * q1); rewrite expr2 mulrDr mulrA addrA.
      exists (\sum_j pU k j * y j); rewrite mulr_sumr -big_split; apply: eq_bigr => j _ /=.
      by rewrite hy; ring.
    have [q' hq'] := sig_small (\sum_j pU k j * x j) y.
    by exists (pD k c' * q'); rewrite /neuron /= hy hq'; move: (sig K co _) (pD k c') => S D; ring.
  have [q' hq'] : exists q', \sum_(k < n) neuron K co (fun k c => e * pD k c) pU (first + k) v c' =
      e * (\sum_(k < n) neuron K co pD pU (first + k) x c') + e ^+ 2 * q'.
    have /fin_all_exists[q' hq'] := fun k : 'I_n => each (first + k)%N.
    exists (\sum_(k < n) q' k); rewrite !mulr_sumr -big_split /=.
    by apply: eq_bigr => k _; rewrite hq'.
  by exists (q + q'); rewrite /layer hq' hq; move: (\sum_(k < n) _) => S; ring.
have [q ->] := IH (first + n)%N _ _ step c; exists q; congr (_ + e * _ + _).
rewrite big_split_ord /= addrA; congr (_ + _); apply: eq_bigr => k _.
by rewrite addnA.
Qed.
End Small.
