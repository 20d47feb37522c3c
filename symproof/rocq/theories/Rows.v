(* Integers by rows: the arithmetic of the verified checker on matrices that are lists of
   rows, and what it says of the matrices over a field.  Lists that are too short count as
   filled up with zeros.

   `rank_mod` is the rank modulo the prime 2^61 - 1, a lower bound of the rank (that the
   modulus is prime is not used); `rank_exact` is the rank, by elimination without fractions. *)
From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring zify ssrZ.
From Symproof Require Import Definitions LinearAlgebra ConcreteWeights.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* ---- computed --------------------------------------------------------------------------- *)

Fixpoint add_rows (u v : seq Z) : seq Z :=
  match u, v with
  | a :: u', b :: v' => Z.add a b :: add_rows u' v'
  | [::], _ => v
  | _, [::] => u
  end.
Definition scale_row (a : Z) (r : seq Z) : seq Z := [seq Z.mul a x | x <- r].
Fixpoint add_tables (A B : table) : table :=
  match A, B with
  | u :: A', v :: B' => add_rows u v :: add_tables A' B'
  | [::], _ => B
  | _, [::] => A
  end.
Definition scale_table (a : Z) (t : table) : table := [seq scale_row a r | r <- t].
Definition outer (p q : seq Z) : table := [seq scale_row x q | x <- p].

(* the row r B *)
Fixpoint row_times (r : seq Z) (B : table) : seq Z :=
  match r, B with
  | a :: r', v :: B' => add_rows (scale_row a v) (row_times r' B')
  | _, _ => [::]
  end.
Definition zero_row (r : seq Z) : bool := all (Z.eqb 0) r.
Definition pad (b : nat) (r : seq Z) : seq Z := add_rows r (nseq b Z0).

(* the entries of p before the rows *)
Fixpoint prepend (p : seq Z) (rows : table) : table :=
  match rows with
  | [::] => [::]
  | r :: rows' => (head Z0 p :: r) :: prepend (behead p) rows'
  end.

(* v_j r - r_j v : 0 in column j *)
Fixpoint pivot (r : seq Z) : option nat :=
  match r with
  | [::] => None
  | a :: r' => if Z.eqb a 0 then omap S (pivot r') else Some 0%N
  end.
Definition clear (j : nat) (v r : seq Z) : seq Z :=
  add_rows (scale_row (nth Z0 v j) r) (scale_row (Z.opp (nth Z0 r j)) v).

(* a row with a pivot among the first b, the others cleared in its column *)
Definition prime : Z := 2305843009213693951.
Definition modulo (r : seq Z) : seq Z := [seq Z.modulo x prime | x <- r].
Fixpoint rank_below (b fuel : nat) (rows : table) : nat :=
  match fuel, rows with
  | S fuel', v :: rows' =>
      match pivot v with
      | Some j => if (j < b)%N then S (rank_below b fuel' [seq modulo (clear j v r) | r <- rows'])
                  else rank_below b fuel' rows'
      | None => rank_below b fuel' rows'
      end
  | _, _ => 0%N
  end.
Definition rank_mod (b : nat) (rows : table) : nat :=
  rank_below b (size rows) [seq modulo r | r <- rows].

(* divided by q where all entries are: by the pivot before, they always are *)
Definition shrink (q : Z) (r : seq Z) : seq Z :=
  if all (fun x => Z.eqb (Z.modulo x q) 0) r then [seq Z.div x q | x <- r] else r.
Fixpoint rank_from (b : nat) (q : Z) (fuel : nat) (rows : table) : nat :=
  match fuel, rows with
  | S fuel', v :: rows' =>
      match pivot v with
      | Some j => S (rank_from b (nth Z0 v j) fuel' [seq shrink q (clear j v r) | r <- rows'])
      | None => rank_from b q fuel' rows'
      end
  | _, _ => 0%N
  end.
Definition rank_exact (b : nat) (rows : table) : nat :=
  rank_from b 1 (size rows) [seq take b r | r <- rows].

(* ---- entries ------------------------------------------------------------------------------ *)

Lemma nth_add_rows u v i : nth Z0 (add_rows u v) i = Z.add (nth Z0 u i) (nth Z0 v i).
Proof.
elim: u v i => [|a u IH] [|b v] [|i] //=; rewrite ?nth_nil ?Z.add_0_r //.
Qed.

Lemma nth_scale_row a r i : nth Z0 (scale_row a r) i = Z.mul a (nth Z0 r i).
Proof. by elim: r i => [|x r IH] [|i] //=; rewrite Z.mul_0_r. Qed.

Lemma at2_add_tables A B i j : at2 (add_tables A B) i j = Z.add (at2 A i j) (at2 B i j).
Proof.
rewrite /at2; elim: A B i => [|u A IH] [|v B] [|i] //=;
  rewrite ?nth_nil ?Z.add_0_r ?nth_add_rows //.
Qed.

Lemma at2_outer p q i j : at2 (outer p q) i j = Z.mul (nth Z0 p i) (nth Z0 q j).
Proof.
rewrite /at2 /outer; have [ip|pi] := ltnP i (size p);
  first by rewrite (nth_map Z0) // nth_scale_row.
by rewrite [nth [::] _ i]nth_default ?size_map // nth_nil [nth Z0 p i]nth_default.
Qed.

Lemma nth_map0 (g : Z -> Z) r j : g Z0 = Z0 -> nth Z0 [seq g z | z <- r] j = g (nth Z0 r j).
Proof.
move=> g0; have [jr|rj] := ltnP j (size r); first exact: nth_map.
by rewrite [in RHS]nth_default // g0 nth_default ?size_map.
Qed.

Lemma at2_rows (f : seq Z -> seq Z) t i j : (forall k, nth Z0 (f [::]) k = Z0) ->
  at2 [seq f r | r <- t] i j = nth Z0 (f (nth [::] t i)) j.
Proof.
move=> f0; rewrite /at2; have [it|ti] := ltnP i (size t); first by rewrite (nth_map [::]).
by rewrite [nth [::] t i]nth_default // f0 nth_default ?nth_nil // nth_default ?size_map.
Qed.

Lemma at2_map (g : Z -> Z) t i j : g Z0 = Z0 ->
  at2 [seq [seq g z | z <- r] | r <- t] i j = g (at2 t i j).
Proof. by move=> g0; rewrite at2_rows ?nth_map0 // => k; rewrite nth_nil. Qed.

Lemma all_at2 (p : pred Z) t i j : p Z0 -> all (all p) t -> p (at2 t i j).
Proof.
move=> p0 h; rewrite /at2; have [it|ti] := ltnP i (size t);
  last by rewrite (nth_default [::]) // nth_nil.
have [jr|rj] := ltnP j (size (nth [::] t i)); last by rewrite nth_default.
by have /(all_nthP Z0) := all_nthP [::] h i it; apply.
Qed.

Lemma zero_rowP r : reflect (forall i, nth Z0 r i = Z0) (zero_row r).
Proof.
apply: (iffP idP) => [h i|h].
  have [ir|ri] := ltnP i (size r); last by rewrite nth_default.
  by have /Z.eqb_spec := all_nthP Z0 h i ir.
by apply/(all_nthP Z0) => i _; rewrite h.
Qed.

Lemma nth_pad b r j : nth Z0 (pad b r) j = nth Z0 r j.
Proof. by rewrite nth_add_rows nth_nseq if_same Z.add_0_r. Qed.

Lemma size_prepend p rows : size (prepend p rows) = size rows.
Proof. by elim: rows p => //= r rows IH p; rewrite IH. Qed.

Lemma nth_prepend p rows i : (i < size rows)%N ->
  nth [::] (prepend p rows) i = nth Z0 p i :: nth [::] rows i.
Proof.
elim: rows p i => //= r rows IH [|x p] [|i] //= h; first by rewrite IH // nth_nil.
by rewrite IH.
Qed.

Lemma pivotP v j : pivot v = Some j -> nth Z0 v j <> Z0.
Proof.
elim: v j => //= a v IH j; case: Z.eqb_spec => [_|a0]; last by case=> <-.
by case e: (pivot v) => [i|] //= [<-]; apply: IH.
Qed.

Lemma pivot_none v : pivot v = None -> forall j, nth Z0 v j = Z0.
Proof.
elim: v => [|a v IH] //= => [_ j|]; first by rewrite nth_nil.
by case: Z.eqb_spec => // ->; case e: (pivot v) => //= _ [|j] //=; apply: IH.
Qed.

Lemma pivot_size v j : pivot v = Some j -> (j < size v)%N.
Proof.
elim: v j => //= a v IH j; case: Z.eqb_spec => [_|_ [<-]] //.
by case e: (pivot v) => [i|] //= [<-]; apply: IH.
Qed.

(* ---- the matrices ---------------------------------------------------------------------------- *)

Section Integers.
Variable R : realFieldType.
Notation ZR := (ZR R).

Lemma ZR_ge0 z : Z.leb 0 z -> 0 <= ZR z.
Proof. by case: z => // p _; rewrite /ZR ler0z. Qed.

Lemma ZR_abs z : ZR (Z.abs z) = `|ZR z|.
Proof.
case: z => [|p|p]; first by rewrite normr0.
  by rewrite ger0_norm // ZR_ge0.
have -> : Zneg p = - Zpos p by [].
by rewrite ZRN normrN ger0_norm // ZR_ge0.
Qed.

Lemma ZR_lt0 z : (ZR z < 0) = Z.ltb z 0.
Proof.
case: z => [|p|p]; first by rewrite ltxx.
  by apply/negbTE; rewrite -leNgt ZR_ge0.
have -> : Zneg p = - Zpos p by [].
by rewrite ZRN oppr_lt0 lt_neqAle ZR_ge0 // eq_sym ZR_eq0.
Qed.

Lemma ZR_gt0 z : Z.ltb 0 z -> 0 < ZR z.
Proof. by move=> h; rewrite -oppr_lt0 -ZRN ZR_lt0; case: z h. Qed.

Definition ZM m n (t : table) : 'M[R]_(m, n) := \matrix_(i, j) ZR (at2 t i j).
Definition ZV n (r : seq Z) : 'rV[R]_n := \row_j ZR (nth Z0 r j).

Lemma row_ZM m n t (i : 'I_m) : row i (ZM m n t) = ZV n (nth [::] t i).
Proof. by apply/rowP => j; rewrite !mxE. Qed.

Lemma ZV_add n u v : ZV n (add_rows u v) = ZV n u + ZV n v.
Proof. by apply/rowP => j; rewrite !mxE nth_add_rows ZRD. Qed.

Lemma ZV_scale n a r : ZV n (scale_row a r) = ZR a *: ZV n r.
Proof. by apply/rowP => j; rewrite !mxE nth_scale_row ZRM. Qed.

Lemma ZV_zero n r : zero_row r -> ZV n r = 0.
Proof. by move=> /zero_rowP h; apply/rowP => j; rewrite !mxE h. Qed.

Lemma ZM_add m n A B : ZM m n (add_tables A B) = ZM m n A + ZM m n B.
Proof. by apply/matrixP => i j; rewrite !mxE at2_add_tables ZRD. Qed.

Lemma ZM_outer m n p q : ZM m n (outer p q) = (ZV m p)^T *m ZV n q.
Proof. by apply/matrixP => i j; rewrite !mxE big_ord1 !mxE at2_outer ZRM. Qed.

Lemma ZV_clear n j v r : ZV n (clear j v r) = ZR (nth Z0 v j) *: ZV n r - ZR (nth Z0 r j) *: ZV n v.
Proof. by rewrite ZV_add !ZV_scale ZRN scaleNr. Qed.

Lemma ZR_row_times n r B j : size B = n ->
  ZR (nth Z0 (row_times r B) j) = \sum_(i < n) ZR (nth Z0 r i) * ZR (at2 B i j).
Proof.
elim: n r B => [|n IH] [|a r] [|v B] //=; rewrite ?nth_nil ?ZR0 ?big_ord0 //.
  by move=> _; rewrite big1 // => i _; rewrite nth_nil ZR0 mul0r.
case=> sB; rewrite nth_add_rows nth_scale_row ZRD ZRM (IH r B) // big_ord_recl.
by [].
Qed.

Lemma ZV_times n c r B : size B = n -> ZV c (row_times r B) = ZV n r *m ZM n c B.
Proof.
move=> sB; apply/rowP => j; rewrite mxE (ZR_row_times _ _ sB) mxE.
by apply: eq_bigr => i _; rewrite !mxE.
Qed.

(* a row of a table is a row of its matrix *)
Lemma ZV_sub m n t i : (i < m)%N -> (ZV n (nth [::] t i) <= ZM m n t)%MS.
Proof. by move=> im; rewrite -(row_ZM n t (Ordinal im)) row_sub. Qed.

Lemma ZM_sub m n t k (B : 'M[R]_(k, n)) :
  (forall i, (i < m)%N -> (ZV n (nth [::] t i) <= B)%MS) -> (ZM m n t <= B)%MS.
Proof. by move=> h; apply/row_subP => i; rewrite row_ZM h. Qed.

(* ---- ranks ---- *)

(* one step of elimination: a row v with v_j != 0, and rows that are 0 in column j *)
Lemma rank_step n k (v : 'rV[R]_n) (C : 'M[R]_(k, n)) (j : 'I_n) : v 0 j != 0 ->
  (forall i, C i j = 0) -> \rank (v + C)%MS = (\rank C).+1.
Proof.
move=> vj Cj; rewrite mxrank_disjoint_sum.
  suff -> : \rank v = 1%N by rewrite add1n.
  by rewrite rank_rV; have [e|//] := eqVneq v 0; rewrite e mxE eqxx in vj.
apply/eqP/rowV0P => w; rewrite sub_capmx => /andP[/sub_rVP[x ->] /submxP[y]].
move/rowP/(_ j); rewrite !mxE big1 => [|i _]; last by rewrite Cj mulr0.
by move/eqP; rewrite mulf_eq0 (negPf vj) orbF => /eqP ->; rewrite scale0r.
Qed.

Lemma pivot_neq0 v j : pivot v = Some j -> ZR (nth Z0 v j) != 0.
Proof. by move/pivotP => h; rewrite ZR_eq0; apply/eqP. Qed.

Lemma ZV_clear0 n j v r (jn : (j < n)%N) : ZV n (clear j v r) 0 (Ordinal jn) = 0.
Proof. by rewrite ZV_clear !mxE mulrC subrr. Qed.

Lemma size_add_rows u v : size (add_rows u v) = maxn (size u) (size v).
Proof. by elim: u v => [|a u IH] [|b v] //=; rewrite ?max0n // IH maxnSS. Qed.

Lemma cleared_modulo p x y z w : p <> Z0 ->
  Z.modulo (Z.add (Z.mul (Z.modulo x p) (Z.modulo y p))
    (Z.mul (Z.opp (Z.modulo z p)) (Z.modulo w p))) p =
  Z.modulo (Z.add (Z.mul x y) (Z.mul (Z.opp z) w)) p.
Proof.
move=> p0; have same u v : (exists k, u = Z.add v (Z.mul k p)) -> Z.modulo u p = Z.modulo v p.
  by case=> k ->; apply: Z_mod_plus_full.
apply: same; rewrite !(Z.mod_eq _ _ p0).
move: (Z.div x p) (Z.div y p) (Z.div z p) (Z.div w p) => qx qy qz qw.
by exists (qw * z + qz * w - qz * qw * p - qx * y - x * qy + p * qx * qy); ring.
Qed.

Lemma modulo_clear j v r : modulo (clear j (modulo v) (modulo r)) = modulo (clear j v r).
Proof.
have sz u : size (modulo u) = size u by rewrite size_map.
apply: (@eq_from_nth _ Z0) => [|k _]; rewrite ?sz ?size_add_rows ?size_map //.
rewrite !nth_map0 // !nth_add_rows !nth_scale_row !nth_map0 //; exact: cleared_modulo.
Qed.

Lemma rank_belowP b fuel rows :
  (rank_below b fuel [seq modulo r | r <- rows] <= \rank (ZM (size rows) b rows))%N.
Proof.
elim: fuel rows => [|fuel IH] [|v rows] //=.
pose A := ZM (size (v :: rows)) b (v :: rows).
have sub i : (i < size rows)%N -> (ZV b (nth [::] rows i) <= A)%MS.
  by move=> h; apply: (@ZV_sub _ b (v :: rows) i.+1).
have drop : (rank_below b fuel [seq modulo r | r <- rows] <= \rank A)%N.
  exact: leq_trans (IH rows) (mxrankS (ZM_sub sub)).
case e: (pivot _) => [j|] //; case: ifP => // jb; rewrite -map_comp.
have vj : ZR (nth Z0 v j) != 0.
  rewrite ZR_eq0; apply/eqP => z; have := pivotP e.
  by rewrite nth_map0 // z.
pose C := [seq clear j v r | r <- rows].
have -> : [seq (fun r => modulo (clear j (modulo v) r)) (modulo r) | r <- rows] =
    [seq modulo r | r <- C] by rewrite -map_comp; apply: eq_map => r; apply: modulo_clear.
have CE i : ZV b (nth [::] C i) = ZV b (clear j v (nth [::] rows i)).
  have [ir|ri] := ltnP i (size rows); first by rewrite (nth_map [::]).
  by rewrite !nth_default ?size_map // ZV_clear nth_nil ZR0 scale0r subr0; apply/rowP => k;
    rewrite !mxE nth_nil ZR0 mulr0.
have CA : (ZV b v + ZM (size C) b C <= A)%MS.
  rewrite addsmx_sub (@ZV_sub _ b (v :: rows) 0) //=; apply: ZM_sub => i iC.
  rewrite CE ZV_clear addmx_sub ?eqmx_opp ?scalemx_sub //; first by rewrite sub // -(size_map
    (clear j v)).
  exact: (@ZV_sub _ b (v :: rows) 0).
apply: leq_trans (mxrankS CA); rewrite (rank_step (j := Ordinal jb)) ?mxE // => [|i].
  by rewrite ltnS IH.
have /rowP/(_ (Ordinal jb)) : row i (ZM (size C) b C) = _ := row_ZM b C i.
by rewrite mxE => ->; rewrite CE ZV_clear0.
Qed.

Lemma rank_modP m b rows : size rows = m -> (rank_mod b rows <= \rank (ZM m b rows))%N.
Proof. by move=> <-; apply: rank_belowP. Qed.

Lemma shrinkP n q r : q <> Z0 -> exists2 t, t != 0 & ZV n r = t *: ZV n (shrink q r).
Proof.
move=> q0; rewrite /shrink; case: ifP => [/allP h|_]; last by exists 1; rewrite ?oner_neq0 ?scale1r.
exists (ZR q); first by rewrite ZR_eq0; apply/eqP.
apply/rowP => j; rewrite !mxE nth_map0 ?Z.div_0_l // -ZRM; congr ZR.
have [jr|rj] := ltnP j (size r); last by rewrite nth_default // Z.div_0_l // mulr0.
have /Z.eqb_spec e := h _ (mem_nth Z0 jr).
exact: (proj2 (Z.div_exact _ _ q0) e).
Qed.

Lemma rank_fromP b q fuel rows : q <> Z0 -> (size rows <= fuel)%N ->
  all (fun r => size r <= b)%N rows ->
  rank_from b q fuel rows = \rank (ZM (size rows) b rows).
Proof.
elim: fuel q rows => [|fuel IH] q [|v rows] //=; rewrite ?flatmx0 ?mxrank0 // ltnS => q0 sf.
case/andP=> vb rb; pose A := ZM (size (v :: rows)) b (v :: rows).
have AE : (A :=: ZV b v + ZM (size rows) b rows)%MS.
  apply/eqmxP; rewrite addsmx_sub (@ZV_sub _ b (v :: rows) 0) //= ZM_sub => [|i ir]; last first.
    exact: (@ZV_sub _ b (v :: rows) i.+1).
  rewrite andbT; apply: ZM_sub => -[|i] /= h; first exact: addsmxSl.
  by apply: submx_trans (addsmxSr _ _); apply: ZV_sub.
rewrite -/A AE; case e: (pivot v) => [j|]; last first.
  rewrite IH // (_ : ZV b v = 0) ?adds0mx //.
  by apply/rowP => k; rewrite !mxE (pivot_none e).
have jb : (j < b)%N := leq_trans (pivot_size e) vb.
have vj := pivot_neq0 e; have vj0 := pivotP e.
pose C := [seq shrink q (clear j v r) | r <- rows].
have CE i : (i < size rows)%N -> exists2 t, t != 0 &
    ZV b (clear j v (nth [::] rows i)) = t *: ZV b (nth [::] C i).
  by move=> ir; rewrite (nth_map [::]) //; apply: shrinkP.
have -> : (ZV b v + ZM (size rows) b rows :=: ZV b v + ZM (size C) b C)%MS.
  apply/eqmxP; rewrite !addsmx_sub !addsmxSl /=; apply/andP; split.
    apply: ZM_sub => i ir; have [t t0 te] := CE i ir.
    have -> : ZV b (nth [::] rows i) = (ZR (nth Z0 v j))^-1 *: (ZV b (clear j v (nth [::] rows i)) +
        ZR (nth Z0 (nth [::] rows i) j) *: ZV b v).
      by rewrite ZV_clear subrK scalerA mulVf // scale1r.
    rewrite scalemx_sub // addmx_sub ?scalemx_sub ?addsmxSl // te scalemx_sub //.
    by apply: submx_trans (addsmxSr _ _); apply: ZV_sub; rewrite size_map.
  apply: ZM_sub => i; rewrite size_map => ir; have [t t0 te] := CE i ir.
  rewrite -(eqmx_scale _ t0) -te ZV_clear addmx_sub ?eqmx_opp ?scalemx_sub ?addsmxSl //.
  by apply: submx_trans (addsmxSr _ _); apply: ZV_sub.
rewrite (rank_step (j := Ordinal jb)) ?mxE // => [|i].
  rewrite IH ?size_map //; apply/allP => r /mapP[r' r'in ->].
  have sc : (size (clear j v r') <= b)%N.
    by rewrite size_add_rows !size_map geq_max vb andbT (allP rb).
  by rewrite /shrink; case: ifP; rewrite ?size_map.
have ir : (i < size rows)%N := etrans (congr1 (leq i.+1) (esym (size_map _ rows))) (ltn_ord i).
have [t t0 /rowP/(_ (Ordinal jb))] := CE i ir.
rewrite ZV_clear0 !mxE => /esym/eqP; rewrite mulf_eq0 (negPf t0) /= => /eqP.
by rewrite /at2.
Qed.

Lemma rank_exactP m b rows : size rows = m -> rank_exact b rows = \rank (ZM m b rows).
Proof.
move=> <-; rewrite /rank_exact rank_fromP ?size_map //; last first.
  by apply/allP => r /mapP[r' _ ->]; rewrite size_take; case: ltnP.
congr (\rank _); apply/matrixP => i j; rewrite !mxE at2_rows //; last by move=> k; rewrite nth_nil.
by rewrite nth_take.
Qed.
End Integers.
